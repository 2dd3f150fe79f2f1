// PNG files as pixels, as far as screenshots need it: 8 bits per channel, RGB or RGBA, not
// interlaced (PNG specification, third edition, sections 7 and 9).
import { inflateSync } from 'node:zlib';

const SIGNATURE_BYTES = 8;

export function decode(png) {
  const pieces = [];
  let width = 0, height = 0, channels = 0;
  for (let at = SIGNATURE_BYTES; at < png.length;) {
    const bytes = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + bytes);
    if (type === 'IHDR') {
      [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
      channels = { 2: 3, 6: 4 }[data[9]];
      if (data[8] !== 8 || !channels || data[12] !== 0) throw new Error('a PNG of another kind');
    }
    if (type === 'IDAT') pieces.push(data);
    at += 12 + bytes;
  }
  const raw = inflateSync(Buffer.concat(pieces));
  return { width, height, channels, data: unfilter(raw, width * channels, height, channels) };
}

// Each row starts with how its bytes were predicted from those to the left and above.
function unfilter(raw, stride, height, channels) {
  const data = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x >= channels ? data[at - channels] : 0;
      const above = y > 0 ? data[at - stride] : 0;
      const corner = x >= channels && y > 0 ? data[at - stride - channels] : 0;
      data[at] = raw[y * (stride + 1) + 1 + x] + guess(filter, left, above, corner);
    }
  }
  return data;
}

function guess(filter, left, above, corner) {
  switch (filter) {
    case 1: return left;
    case 2: return above;
    case 3: return (left + above) >> 1;
    case 4: return paeth(left, above, corner);
    default: return 0;
  }
}

function paeth(left, above, corner) {
  const sum = left + above - corner;
  const [a, b, c] = [Math.abs(sum - left), Math.abs(sum - above), Math.abs(sum - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}

export function pixel(image, x, y) {
  const at = (Math.round(y) * image.width + Math.round(x)) * image.channels;
  return image.data.subarray(at, at + 3);
}

// The largest difference of a channel.
export function difference(a, b) {
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]));
}
