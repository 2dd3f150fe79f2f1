// A picture with 256 colours as a small PNG file: what smooth shades and text need, in a third of
// the bytes. Colours by median cut (Heckbert 1982: Color image quantization for frame buffer
// display).
import { deflateSync } from 'node:zlib';

const MOST = 256; // colours of a palette

// --- colours ------------------------------------------------------------------------------------

// Every colour of the picture, r * 65536 + g * 256 + b, with how often it is there.
function countColours({ data, channels }) {
  const counts = new Map();
  for (let at = 0; at < data.length; at += channels) {
    const colour = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return counts;
}

const part = (colour, axis) => (colour >> (16 - 8 * axis)) & 255;

// A box of colours: where it is longest, and how much it would gain to part it there.
function box(colours, counts) {
  const widths = [0, 1, 2].map((axis) => {
    const values = colours.map((colour) => part(colour, axis));
    return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
  });
  const width = Math.max(...widths);
  const pixels = colours.reduce((sum, colour) => sum + counts.get(colour), 0);
  return { colours, pixels, axis: widths.indexOf(width), gain: width * Math.sqrt(pixels) };
}

// In two with as many pixels on each side as can be.
function split({ colours, pixels, axis }, counts) {
  colours.sort((a, b) => part(a, axis) - part(b, axis) || a - b);
  let [at, before] = [0, 0];
  while (at < colours.length - 1 && (at === 0 || before < pixels / 2))
    before += counts.get(colours[at++]);
  return [box(colours.slice(0, at), counts), box(colours.slice(at), counts)];
}

// The mean colour of every box, and which box a colour is in.
function paletteOf(counts) {
  const boxes = [box([...counts.keys()], counts)];
  while (boxes.length < MOST) {
    const widest = boxes.reduce((a, b) => (b.gain > a.gain ? b : a));
    if (widest.gain === 0) break;
    boxes.splice(boxes.indexOf(widest), 1, ...split(widest, counts));
  }
  const indices = new Map();
  const palette = boxes.map(({ colours, pixels }, index) => [0, 1, 2].map((axis) => {
    let sum = 0;
    for (const colour of colours) {
      sum += part(colour, axis) * counts.get(colour);
      indices.set(colour, index);
    }
    return Math.round(sum / pixels);
  }));
  return { palette, indices };
}

// --- the file -----------------------------------------------------------------------------------

const CRC = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

function chunk(type, data) {
  const four = Buffer.alloc(4);
  const bytes = Buffer.concat([four, Buffer.from(type, 'latin1'), data, four]);
  bytes.writeUInt32BE(data.length, 0);
  let crc = 0xffffffff;
  for (const byte of bytes.subarray(4, -4)) crc = CRC[(crc ^ byte) & 255] ^ (crc >>> 8);
  bytes.writeUInt32BE((crc ^ 0xffffffff) >>> 0, bytes.length - 4);
  return bytes;
}

// The file of what `decode` of tests/viewer/image.mjs gives.
export function encode(image) {
  const { width, height, channels, data } = image;
  const { palette, indices } = paletteOf(countColours(image));
  const rows = Buffer.alloc((width + 1) * height); // each after a 0: not predicted
  for (let pixel = 0; pixel < width * height; pixel++) {
    const at = pixel * channels;
    const colour = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
    rows[pixel + Math.floor(pixel / width) + 1] = indices.get(colour);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8); // 8 bits of a palette
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })), chunk('IEND', Buffer.alloc(0))]);
}
