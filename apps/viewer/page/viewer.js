"use strict";(()=>{var tr={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},nr={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},xm=0,Nd=1,ym=2;var Fa=1,vm=2,vo=3,ir=0,On=1,li=2,vr=0,bo=1,Ud=2,Fd=3,Od=4,Lc=5;var br=100,bm=101,Sm=102,Mm=103,wm=104,Em=200,Dc=201,Am=202,Tm=203,Bd=204,Oa=205,Cm=206,Rm=207,Pm=208,Im=209,Lm=210,Dm=211,Nm=212,Um=213,Fm=214,ec=0,tc=1,nc=2,lo=3,ic=4,sc=5,rc=6,oc=7,kd=0,Om=1,Bm=2,cs=0,zd=1,Gd=2,Vd=3,Hd=4,Wd=5,Xd=6,Ba=7;var qd=300,Sr=301,So=302,Nc=303,Uc=304,ac=1e3,rs=1001,lc=1002,Ln=1003,km=1004;var ka=1005;var Qn=1006,Fc=1007;var Ps=1008;var ci=1009,Yd=1010,Zd=1011,Mo=1012,Oc=1013,Xi=1014,Ii=1015,qi=1016,Bc=1017,kc=1018,Mr=1020,$d=35902,Kd=35899,Jd=1021,jd=1022,Yi=1023,Ts=1026,Is=1027,zc=1028,Gc=1029,sr=1030,Vc=1031;var Hc=1033,za=33776,Ga=33777,Va=33778,Ha=33779,Wc=35840,Xc=35841,qc=35842,Yc=35843,Zc=36196,$c=37492,Kc=37496,Jc=37488,jc=37489,Wa=37490,Qc=37491,eh=37808,th=37809,nh=37810,ih=37811,sh=37812,rh=37813,oh=37814,ah=37815,lh=37816,ch=37817,hh=37818,uh=37819,dh=37820,fh=37821,ph=36492,mh=36494,gh=36495,_h=36283,xh=36284,Xa=36285,yh=36286;var oa=2300,cc=2301,jl=2302,Ad=2303,Td=2400,Cd=2401,Rd=2402;var zm=3200;var vh=0,Gm=1,Ls="",xi="srgb",aa="srgb-linear",la="linear",Ct="srgb";var Ql=7680;var Vm=519,Hm=512,Wm=513,Xm=514,Qd=515,qm=516,Ym=517,ef=518,tf=519,nf=35044,Mi=35048;var sf="300 es",Pi=2e3,co=2001;function wx(i){for(let e=i.length-1;e>=0;--e)if(i[e]>=65535)return!0;return!1}function Ex(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}function ca(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function Zm(){let i=ca("canvas");return i.style.display="block",i}var Op={},ho=null;function ha(...i){let e="THREE."+i.shift();ho?ho("log",e,...i):console.log(e,...i)}function $m(i){let e=i[0];if(typeof e=="string"&&e.startsWith("TSL:")){let t=i[1];t&&t.isStackTrace?i[0]+=" "+t.getLocation():i[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return i}function Ze(...i){i=$m(i);let e="THREE."+i.shift();if(ho)ho("warn",e,...i);else{let t=i[0];t&&t.isStackTrace?console.warn(t.getError(e)):console.warn(e,...i)}}function et(...i){i=$m(i);let e="THREE."+i.shift();if(ho)ho("error",e,...i);else{let t=i[0];t&&t.isStackTrace?console.error(t.getError(e)):console.error(e,...i)}}function ia(...i){let e=i.join(" ");e in Op||(Op[e]=!0,Ze(...i))}function Km(i,e,t){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(e,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,t);break;default:n()}}setTimeout(r,t)})}var Jm={[ec]:ec,[nc]:rc,[ic]:ic,[lo]:sc,[tc]:tc,[rc]:nc,[oc]:oc,[sc]:lo},Hi=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[e]===void 0&&(n[e]=[]),n[e].indexOf(t)===-1&&n[e].push(t)}hasEventListener(e,t){let n=this._listeners;return n===void 0?!1:n[e]!==void 0&&n[e].indexOf(t)!==-1}removeEventListener(e,t){let n=this._listeners;if(n===void 0)return;let s=n[e];if(s!==void 0){let r=s.indexOf(t);r!==-1&&s.splice(r,1)}}dispatchEvent(e){let t=this._listeners;if(t===void 0)return;let n=t[e.type];if(n!==void 0){e.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,e);e.target=null}}},Hn=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],Bp=1234567,sa=Math.PI/180,uo=180/Math.PI;function rr(){let i=Math.random()*4294967295|0,e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(Hn[i&255]+Hn[i>>8&255]+Hn[i>>16&255]+Hn[i>>24&255]+"-"+Hn[e&255]+Hn[e>>8&255]+"-"+Hn[e>>16&15|64]+Hn[e>>24&255]+"-"+Hn[t&63|128]+Hn[t>>8&255]+"-"+Hn[t>>16&255]+Hn[t>>24&255]+Hn[n&255]+Hn[n>>8&255]+Hn[n>>16&255]+Hn[n>>24&255]).toLowerCase()}function rt(i,e,t){return Math.max(e,Math.min(t,i))}function rf(i,e){return(i%e+e)%e}function Ax(i,e,t,n,s){return n+(i-e)*(s-n)/(t-e)}function Tx(i,e,t){return i!==e?(t-i)/(e-i):0}function ra(i,e,t){return(1-t)*i+t*e}function Cx(i,e,t,n){return ra(i,e,1-Math.exp(-t*n))}function Rx(i,e=1){return e-Math.abs(rf(i,e*2)-e)}function Px(i,e,t){return i<=e?0:i>=t?1:(i=(i-e)/(t-e),i*i*(3-2*i))}function Ix(i,e,t){return i<=e?0:i>=t?1:(i=(i-e)/(t-e),i*i*i*(i*(i*6-15)+10))}function Lx(i,e){return i+Math.floor(Math.random()*(e-i+1))}function Dx(i,e){return i+Math.random()*(e-i)}function Nx(i){return i*(.5-Math.random())}function Ux(i){i!==void 0&&(Bp=i);let e=Bp+=1831565813;return e=Math.imul(e^e>>>15,e|1),e^=e+Math.imul(e^e>>>7,e|61),((e^e>>>14)>>>0)/4294967296}function Fx(i){return i*sa}function Ox(i){return i*uo}function Bx(i){return i>0&&Number.isInteger(i)&&2**Math.round(Math.log2(i))===i}function kx(i){return Math.pow(2,Math.ceil(Math.log(i)/Math.LN2))}function of(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function zx(i,e,t,n,s){let r=Math.cos,o=Math.sin,a=r(t/2),l=o(t/2),c=r((e+n)/2),h=o((e+n)/2),d=r((e-n)/2),u=o((e-n)/2),f=r((n-e)/2),g=o((n-e)/2);switch(s){case"XYX":i.set(a*h,l*d,l*u,a*c);break;case"YZY":i.set(l*u,a*h,l*d,a*c);break;case"ZXZ":i.set(l*d,l*u,a*h,a*c);break;case"XZX":i.set(a*h,l*g,l*f,a*c);break;case"YXY":i.set(l*f,a*h,l*g,a*c);break;case"ZYZ":i.set(l*g,l*f,a*h,a*c);break;default:Ze("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function bh(i){switch(i.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function af(i,e){if(e.constructor===Float32Array)return i;let t=bh(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(i/t,-1)}function lf(i,e){if(e.constructor===Float32Array)return i;let t=bh(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(i*t)}var Li={DEG2RAD:sa,RAD2DEG:uo,generateUUID:rr,clamp:rt,euclideanModulo:rf,mapLinear:Ax,inverseLerp:Tx,lerp:ra,damp:Cx,pingpong:Rx,smoothstep:Px,smootherstep:Ix,randInt:Lx,randFloat:Dx,randFloatSpread:Nx,seededRandom:Ux,degToRad:Fx,radToDeg:Ox,isPowerOfTwo:Bx,ceilPowerOfTwo:kx,floorPowerOfTwo:of,setQuaternionFromProperEuler:zx,normalize:lf,denormalize:af},Ge=class{static{this.prototype.isVector2=!0}constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:throw new Error("THREE.Vector2: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,n=this.y,s=e.elements;return this.x=s[0]*t+s[3]*n+s[6],this.y=s[1]*t+s[4]*n+s[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=rt(this.x,e.x,t.x),this.y=rt(this.y,e.y,t.y),this}clampScalar(e,t){return this.x=rt(this.x,e,t),this.y=rt(this.y,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(rt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(rt(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y;return t*t+n*n}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let n=Math.cos(t),s=Math.sin(t),r=this.x-e.x,o=this.y-e.y;return this.x=r*n-o*s+e.x,this.y=r*s+o*n+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},zt=class{constructor(e=0,t=0,n=0,s=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=n,this._w=s}static slerpFlat(e,t,n,s,r,o,a){let l=n[s+0],c=n[s+1],h=n[s+2],d=n[s+3],u=r[o+0],f=r[o+1],g=r[o+2],v=r[o+3];if(d!==v||l!==u||c!==f||h!==g){let m=l*u+c*f+h*g+d*v;m<0&&(u=-u,f=-f,g=-g,v=-v,m=-m);let p=1-a;if(m<.9995){let _=Math.acos(m),T=Math.sin(_);p=Math.sin(p*_)/T,a=Math.sin(a*_)/T,l=l*p+u*a,c=c*p+f*a,h=h*p+g*a,d=d*p+v*a}else{l=l*p+u*a,c=c*p+f*a,h=h*p+g*a,d=d*p+v*a;let _=1/Math.sqrt(l*l+c*c+h*h+d*d);l*=_,c*=_,h*=_,d*=_}}e[t]=l,e[t+1]=c,e[t+2]=h,e[t+3]=d}static multiplyQuaternionsFlat(e,t,n,s,r,o){let a=n[s],l=n[s+1],c=n[s+2],h=n[s+3],d=r[o],u=r[o+1],f=r[o+2],g=r[o+3];return e[t]=a*g+h*d+l*f-c*u,e[t+1]=l*g+h*u+c*d-a*f,e[t+2]=c*g+h*f+a*u-l*d,e[t+3]=h*g-a*d-l*u-c*f,e}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,n,s){return this._x=e,this._y=t,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let n=e._x,s=e._y,r=e._z,o=e._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(s/2),d=a(r/2),u=l(n/2),f=l(s/2),g=l(r/2);switch(o){case"XYZ":this._x=u*h*d+c*f*g,this._y=c*f*d-u*h*g,this._z=c*h*g+u*f*d,this._w=c*h*d-u*f*g;break;case"YXZ":this._x=u*h*d+c*f*g,this._y=c*f*d-u*h*g,this._z=c*h*g-u*f*d,this._w=c*h*d+u*f*g;break;case"ZXY":this._x=u*h*d-c*f*g,this._y=c*f*d+u*h*g,this._z=c*h*g+u*f*d,this._w=c*h*d-u*f*g;break;case"ZYX":this._x=u*h*d-c*f*g,this._y=c*f*d+u*h*g,this._z=c*h*g-u*f*d,this._w=c*h*d+u*f*g;break;case"YZX":this._x=u*h*d+c*f*g,this._y=c*f*d+u*h*g,this._z=c*h*g-u*f*d,this._w=c*h*d-u*f*g;break;case"XZY":this._x=u*h*d-c*f*g,this._y=c*f*d-u*h*g,this._z=c*h*g+u*f*d,this._w=c*h*d+u*f*g;break;default:Ze("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let n=t/2,s=Math.sin(n);return this._x=e.x*s,this._y=e.y*s,this._z=e.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,n=t[0],s=t[4],r=t[8],o=t[1],a=t[5],l=t[9],c=t[2],h=t[6],d=t[10],u=n+a+d;if(u>0){let f=.5/Math.sqrt(u+1);this._w=.25/f,this._x=(h-l)*f,this._y=(r-c)*f,this._z=(o-s)*f}else if(n>a&&n>d){let f=2*Math.sqrt(1+n-a-d);this._w=(h-l)/f,this._x=.25*f,this._y=(s+o)/f,this._z=(r+c)/f}else if(a>d){let f=2*Math.sqrt(1+a-n-d);this._w=(r-c)/f,this._x=(s+o)/f,this._y=.25*f,this._z=(l+h)/f}else{let f=2*Math.sqrt(1+d-n-a);this._w=(o-s)/f,this._x=(r+c)/f,this._y=(l+h)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(e,t){let n=e.dot(t)+1;return n<1e-8?(n=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=n):(this._x=0,this._y=-e.z,this._z=e.y,this._w=n)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=n),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(rt(this.dot(e),-1,1)))}rotateTowards(e,t){let n=this.angleTo(e);if(n===0)return this;let s=Math.min(1,t/n);return this.slerp(e,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x=this._x*e,this._y=this._y*e,this._z=this._z*e,this._w=this._w*e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let n=e._x,s=e._y,r=e._z,o=e._w,a=t._x,l=t._y,c=t._z,h=t._w;return this._x=n*h+o*a+s*c-r*l,this._y=s*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-s*a,this._w=o*h-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(e,t){let n=e._x,s=e._y,r=e._z,o=e._w,a=this.dot(e);a<0&&(n=-n,s=-s,r=-r,o=-o,a=-a);let l=1-t;if(a<.9995){let c=Math.acos(a),h=Math.sin(c);l=Math.sin(l*c)/h,t=Math.sin(t*c)/h,this._x=this._x*l+n*t,this._y=this._y*l+s*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this._onChangeCallback()}else this._x=this._x*l+n*t,this._y=this._y*l+s*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this.normalize();return this}slerpQuaternions(e,t,n){return this.copy(e).slerp(t,n)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(e),s*Math.cos(e),r*Math.sin(t),r*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},P=class{static{this.prototype.isVector3=!0}constructor(e=0,t=0,n=0){this.x=e,this.y=t,this.z=n}set(e,t,n){return n===void 0&&(n=this.z),this.x=e,this.y=t,this.z=n,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:throw new Error("THREE.Vector3: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(kp.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(kp.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,n=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[3]*n+r[6]*s,this.y=r[1]*t+r[4]*n+r[7]*s,this.z=r[2]*t+r[5]*n+r[8]*s,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,n=this.y,s=this.z,r=e.elements,o=1/(r[3]*t+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*t+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*t+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*t+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(e){let t=this.x,n=this.y,s=this.z,r=e.x,o=e.y,a=e.z,l=e.w,c=2*(o*s-a*n),h=2*(a*t-r*s),d=2*(r*n-o*t);return this.x=t+l*c+o*d-a*h,this.y=n+l*h+a*c-r*d,this.z=s+l*d+r*h-o*c,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,n=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[4]*n+r[8]*s,this.y=r[1]*t+r[5]*n+r[9]*s,this.z=r[2]*t+r[6]*n+r[10]*s,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){return this.x=rt(this.x,e.x,t.x),this.y=rt(this.y,e.y,t.y),this.z=rt(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=rt(this.x,e,t),this.y=rt(this.y,e,t),this.z=rt(this.z,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(rt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let n=e.x,s=e.y,r=e.z,o=t.x,a=t.y,l=t.z;return this.x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let n=e.dot(this)/t;return this.copy(e).multiplyScalar(n)}projectOnPlane(e){return sd.copy(this).projectOnVector(e),this.sub(sd)}reflect(e){return this.sub(sd.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(rt(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y,s=this.z-e.z;return t*t+n*n+s*s}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,n){let s=Math.sin(t)*e;return this.x=s*Math.sin(n),this.y=Math.cos(t)*e,this.z=s*Math.cos(n),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,n){return this.x=e*Math.sin(t),this.y=n,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),n=this.setFromMatrixColumn(e,1).length(),s=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=n,this.z=s,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,n=Math.sqrt(1-t*t);return this.x=n*Math.cos(e),this.y=t,this.z=n*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},sd=new P,kp=new zt,nt=class{static{this.prototype.isMatrix3=!0}constructor(e,t,n,s,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,n,s,r,o,a,l,c)}set(e,t,n,s,r,o,a,l,c){let h=this.elements;return h[0]=e,h[1]=s,h[2]=a,h[3]=t,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],this}extractBasis(e,t,n){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,s=t.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],d=n[7],u=n[2],f=n[5],g=n[8],v=s[0],m=s[3],p=s[6],_=s[1],T=s[4],b=s[7],C=s[2],A=s[5],x=s[8];return r[0]=o*v+a*_+l*C,r[3]=o*m+a*T+l*A,r[6]=o*p+a*b+l*x,r[1]=c*v+h*_+d*C,r[4]=c*m+h*T+d*A,r[7]=c*p+h*b+d*x,r[2]=u*v+f*_+g*C,r[5]=u*m+f*T+g*A,r[8]=u*p+f*b+g*x,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8];return t*o*h-t*a*c-n*r*h+n*a*l+s*r*c-s*o*l}invert(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8],d=h*o-a*c,u=a*l-h*r,f=c*r-o*l,g=t*d+n*u+s*f;if(g===0)return this.set(0,0,0,0,0,0,0,0,0);let v=1/g;return e[0]=d*v,e[1]=(s*c-h*n)*v,e[2]=(a*n-s*o)*v,e[3]=u*v,e[4]=(h*t-s*l)*v,e[5]=(s*r-a*t)*v,e[6]=f*v,e[7]=(n*l-c*t)*v,e[8]=(o*t-n*r)*v,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,n,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+e,-s*c,s*l,-s*(-c*o+l*a)+a+t,0,0,1),this}scale(e,t){return ia("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(rd.makeScale(e,t)),this}rotate(e){return ia("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(rd.makeRotation(-e)),this}translate(e,t){return ia("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(rd.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,n,t,0,0,0,1),this}makeScale(e,t){return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,n=e.elements;for(let s=0;s<9;s++)if(t[s]!==n[s])return!1;return!0}fromArray(e,t=0){for(let n=0;n<9;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e}clone(){return new this.constructor().fromArray(this.elements)}},rd=new nt,zp=new nt().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),Gp=new nt().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function Gx(){let i={enabled:!0,workingColorSpace:aa,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Ct&&(s.r=As(s.r),s.g=As(s.g),s.b=As(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Ct&&(s.r=ao(s.r),s.g=ao(s.g),s.b=ao(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===Ls?la:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},e=[.64,.33,.3,.6,.15,.06],t=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[aa]:{primaries:e,whitePoint:n,transfer:la,toXYZ:zp,fromXYZ:Gp,luminanceCoefficients:t,workingColorSpaceConfig:{unpackColorSpace:xi},outputColorSpaceConfig:{drawingBufferColorSpace:xi}},[xi]:{primaries:e,whitePoint:n,transfer:Ct,toXYZ:zp,fromXYZ:Gp,luminanceCoefficients:t,outputColorSpaceConfig:{drawingBufferColorSpace:xi}}}),i}var yt=Gx();function As(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function ao(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var Xr,hc=class{static getDataURL(e,t="image/png"){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>"u")return e.src;let n;if(e instanceof HTMLCanvasElement)n=e;else{Xr===void 0&&(Xr=ca("canvas")),Xr.width=e.width,Xr.height=e.height;let s=Xr.getContext("2d");e instanceof ImageData?s.putImageData(e,0,0):s.drawImage(e,0,0,e.width,e.height),n=Xr}return n.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap){let t=ca("canvas");t.width=e.width,t.height=e.height;let n=t.getContext("2d");n.drawImage(e,0,0,e.width,e.height);let s=n.getImageData(0,0,e.width,e.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=As(r[o]/255)*255;return n.putImageData(s,0,0),t}else if(e.data){let t=e.data.slice(0);for(let n=0;n<t.length;n++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[n]=Math.floor(As(t[n]/255)*255):t[n]=As(t[n]);return{data:t,width:e.width,height:e.height}}else return Ze("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),e}},Vx=0,fo=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:Vx++}),this.uuid=rr(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<"u"&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<"u"&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t!==null?e.set(t.width||0,t.height||0,t.depth||0):e.set(0,0,0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(od(s[o].image)):r.push(od(s[o]))}else r=od(s);n.url=r}return t||(e.images[this.uuid]=n),n}};function od(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?hc.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:(Ze("Texture: Unable to serialize Texture."),{})}var Hx=0,ad=new P,ri=class i extends Hi{constructor(e=i.DEFAULT_IMAGE,t=i.DEFAULT_MAPPING,n=rs,s=rs,r=Qn,o=Ps,a=Yi,l=ci,c=i.DEFAULT_ANISOTROPY,h=Ls){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:Hx++}),this.uuid=rr(),this.name="",this.source=new fo(e),this.mipmaps=[],this.mapping=t,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new Ge(0,0),this.repeat=new Ge(1,1),this.center=new Ge(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new nt,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(e&&e.depth&&e.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(ad).x}get height(){return this.source.getSize(ad).y}get depth(){return this.source.getSize(ad).z}get image(){return this.source.data}set image(e){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.normalized=e.normalized,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,this.mipmapsAutoUpdate=e.mipmapsAutoUpdate,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isPMREMTexture=e.isPMREMTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,this}setValues(e){for(let t in e){let n=e[t];if(n===void 0){Ze(`Texture.setValues(): parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){Ze(`Texture.setValues(): property '${t}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),t||(e.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(e){if(this.mapping!==qd)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case ac:e.x=e.x-Math.floor(e.x);break;case rs:e.x=e.x<0?0:1;break;case lc:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x=e.x-Math.floor(e.x);break}if(e.y<0||e.y>1)switch(this.wrapT){case ac:e.y=e.y-Math.floor(e.y);break;case rs:e.y=e.y<0?0:1;break;case lc:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y=e.y-Math.floor(e.y);break}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};ri.DEFAULT_IMAGE=null;ri.DEFAULT_MAPPING=qd;ri.DEFAULT_ANISOTROPY=1;var Rt=class{static{this.prototype.isVector4=!0}constructor(e=0,t=0,n=0,s=1){this.x=e,this.y=t,this.z=n,this.w=s}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,n,s){return this.x=e,this.y=t,this.z=n,this.w=s,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw new Error("THREE.Vector4: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w!==void 0?e.w:1,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this.w*=e,this}applyMatrix4(e){let t=this.x,n=this.y,s=this.z,r=this.w,o=e.elements;return this.x=o[0]*t+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*t+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*t+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*t+o[7]*n+o[11]*s+o[15]*r,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,n,s,r,l=e.elements,c=l[0],h=l[4],d=l[8],u=l[1],f=l[5],g=l[9],v=l[2],m=l[6],p=l[10];if(Math.abs(h-u)<.01&&Math.abs(d-v)<.01&&Math.abs(g-m)<.01){if(Math.abs(h+u)<.1&&Math.abs(d+v)<.1&&Math.abs(g+m)<.1&&Math.abs(c+f+p-3)<.1)return this.set(1,0,0,0),this;t=Math.PI;let T=(c+1)/2,b=(f+1)/2,C=(p+1)/2,A=(h+u)/4,x=(d+v)/4,w=(g+m)/4;return T>b&&T>C?T<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(T),s=A/n,r=x/n):b>C?b<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(b),n=A/s,r=w/s):C<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(C),n=x/r,s=w/r),this.set(n,s,r,t),this}let _=Math.sqrt((m-g)*(m-g)+(d-v)*(d-v)+(u-h)*(u-h));return Math.abs(_)<.001&&(_=1),this.x=(m-g)/_,this.y=(d-v)/_,this.z=(u-h)/_,this.w=Math.acos((c+f+p-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=rt(this.x,e.x,t.x),this.y=rt(this.y,e.y,t.y),this.z=rt(this.z,e.z,t.z),this.w=rt(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=rt(this.x,e,t),this.y=rt(this.y,e,t),this.z=rt(this.z,e,t),this.w=rt(this.w,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(rt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this.w=e.w+(t.w-e.w)*n,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},uc=class extends Hi{constructor(e=1,t=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:Qn,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=n.depth,this.scissor=new Rt(0,0,e,t),this.scissorTest=!1,this.viewport=new Rt(0,0,e,t),this.textures=[];let s=n.count;for(let r=0;r<s;r++)this.textures[r]=new ri({width:e,height:t,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:Qn,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==void 0&&(t.internalFormat=e.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){return this._depthTexture}setSize(e,t,n=1){if(this.width!==e||this.height!==t||this.depth!==n){this.width=e,this.height=t,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=e,this.textures[s].image.height=t,this.textures[s].image.depth=n,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,n=e.textures.length;t<n;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].renderTarget=this;let s=Object.assign({},e.textures[t].image);this.textures[t].source=new fo(s)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,e.depthTexture!==null)if(e.depthTexture.renderTarget===e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture;else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},vi=class extends uc{constructor(e=1,t=1,n={}){super(e,t,n),this.isWebGLRenderTarget=!0}},ua=class extends ri{constructor(e=null,t=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:n,depth:s},this.magFilter=Ln,this.minFilter=Ln,this.wrapR=rs,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.clear()}};var dc=class extends ri{constructor(e=null,t=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:n,depth:s},this.magFilter=Ln,this.minFilter=Ln,this.wrapR=rs,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}};var Ke=class i{static{this.prototype.isMatrix4=!0}constructor(e,t,n,s,r,o,a,l,c,h,d,u,f,g,v,m){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,n,s,r,o,a,l,c,h,d,u,f,g,v,m)}set(e,t,n,s,r,o,a,l,c,h,d,u,f,g,v,m){let p=this.elements;return p[0]=e,p[4]=t,p[8]=n,p[12]=s,p[1]=r,p[5]=o,p[9]=a,p[13]=l,p[2]=c,p[6]=h,p[10]=d,p[14]=u,p[3]=f,p[7]=g,p[11]=v,p[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new i().fromArray(this.elements)}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],t[9]=n[9],t[10]=n[10],t[11]=n[11],t[12]=n[12],t[13]=n[13],t[14]=n[14],t[15]=n[15],this}copyPosition(e){let t=this.elements,n=e.elements;return t[12]=n[12],t[13]=n[13],t[14]=n[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,n){return this.determinantAffine()===0?(e.set(1,0,0),t.set(0,1,0),n.set(0,0,1),this):(e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(e,t,n){return this.set(e.x,t.x,n.x,0,e.y,t.y,n.y,0,e.z,t.z,n.z,0,0,0,0,1),this}extractRotation(e){if(e.determinantAffine()===0)return this.identity();let t=this.elements,n=e.elements,s=1/qr.setFromMatrixColumn(e,0).length(),r=1/qr.setFromMatrixColumn(e,1).length(),o=1/qr.setFromMatrixColumn(e,2).length();return t[0]=n[0]*s,t[1]=n[1]*s,t[2]=n[2]*s,t[3]=0,t[4]=n[4]*r,t[5]=n[5]*r,t[6]=n[6]*r,t[7]=0,t[8]=n[8]*o,t[9]=n[9]*o,t[10]=n[10]*o,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,n=e.x,s=e.y,r=e.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),h=Math.cos(r),d=Math.sin(r);if(e.order==="XYZ"){let u=o*h,f=o*d,g=a*h,v=a*d;t[0]=l*h,t[4]=-l*d,t[8]=c,t[1]=f+g*c,t[5]=u-v*c,t[9]=-a*l,t[2]=v-u*c,t[6]=g+f*c,t[10]=o*l}else if(e.order==="YXZ"){let u=l*h,f=l*d,g=c*h,v=c*d;t[0]=u+v*a,t[4]=g*a-f,t[8]=o*c,t[1]=o*d,t[5]=o*h,t[9]=-a,t[2]=f*a-g,t[6]=v+u*a,t[10]=o*l}else if(e.order==="ZXY"){let u=l*h,f=l*d,g=c*h,v=c*d;t[0]=u-v*a,t[4]=-o*d,t[8]=g+f*a,t[1]=f+g*a,t[5]=o*h,t[9]=v-u*a,t[2]=-o*c,t[6]=a,t[10]=o*l}else if(e.order==="ZYX"){let u=o*h,f=o*d,g=a*h,v=a*d;t[0]=l*h,t[4]=g*c-f,t[8]=u*c+v,t[1]=l*d,t[5]=v*c+u,t[9]=f*c-g,t[2]=-c,t[6]=a*l,t[10]=o*l}else if(e.order==="YZX"){let u=o*l,f=o*c,g=a*l,v=a*c;t[0]=l*h,t[4]=v-u*d,t[8]=g*d+f,t[1]=d,t[5]=o*h,t[9]=-a*h,t[2]=-c*h,t[6]=f*d+g,t[10]=u-v*d}else if(e.order==="XZY"){let u=o*l,f=o*c,g=a*l,v=a*c;t[0]=l*h,t[4]=-d,t[8]=c*h,t[1]=u*d+v,t[5]=o*h,t[9]=f*d-g,t[2]=g*d-f,t[6]=a*h,t[10]=v*d+u}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(Wx,e,Xx)}lookAt(e,t,n){let s=this.elements;return gi.subVectors(e,t),gi.lengthSq()===0&&(gi.z=1),gi.normalize(),Hs.crossVectors(n,gi),Hs.lengthSq()===0&&(Math.abs(n.z)===1?gi.x+=1e-4:gi.z+=1e-4,gi.normalize(),Hs.crossVectors(n,gi)),Hs.normalize(),Cl.crossVectors(gi,Hs),s[0]=Hs.x,s[4]=Cl.x,s[8]=gi.x,s[1]=Hs.y,s[5]=Cl.y,s[9]=gi.y,s[2]=Hs.z,s[6]=Cl.z,s[10]=gi.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,s=t.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],d=n[5],u=n[9],f=n[13],g=n[2],v=n[6],m=n[10],p=n[14],_=n[3],T=n[7],b=n[11],C=n[15],A=s[0],x=s[4],w=s[8],O=s[12],L=s[1],D=s[5],z=s[9],H=s[13],U=s[2],W=s[6],Y=s[10],V=s[14],le=s[3],K=s[7],j=s[11],ie=s[15];return r[0]=o*A+a*L+l*U+c*le,r[4]=o*x+a*D+l*W+c*K,r[8]=o*w+a*z+l*Y+c*j,r[12]=o*O+a*H+l*V+c*ie,r[1]=h*A+d*L+u*U+f*le,r[5]=h*x+d*D+u*W+f*K,r[9]=h*w+d*z+u*Y+f*j,r[13]=h*O+d*H+u*V+f*ie,r[2]=g*A+v*L+m*U+p*le,r[6]=g*x+v*D+m*W+p*K,r[10]=g*w+v*z+m*Y+p*j,r[14]=g*O+v*H+m*V+p*ie,r[3]=_*A+T*L+b*U+C*le,r[7]=_*x+T*D+b*W+C*K,r[11]=_*w+T*z+b*Y+C*j,r[15]=_*O+T*H+b*V+C*ie,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=e,t[7]*=e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[4],s=e[8],r=e[12],o=e[1],a=e[5],l=e[9],c=e[13],h=e[2],d=e[6],u=e[10],f=e[14],g=e[3],v=e[7],m=e[11],p=e[15],_=l*f-c*u,T=a*f-c*d,b=a*u-l*d,C=o*f-c*h,A=o*u-l*h,x=o*d-a*h;return t*(v*_-m*T+p*b)-n*(g*_-m*C+p*A)+s*(g*T-v*C+p*x)-r*(g*b-v*A+m*x)}determinantAffine(){let e=this.elements,t=e[0],n=e[4],s=e[8],r=e[1],o=e[5],a=e[9],l=e[2],c=e[6],h=e[10];return t*(o*h-a*c)-n*(r*h-a*l)+s*(r*c-o*l)}transpose(){let e=this.elements,t;return t=e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,n){let s=this.elements;return e.isVector3?(s[12]=e.x,s[13]=e.y,s[14]=e.z):(s[12]=e,s[13]=t,s[14]=n),this}invert(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8],d=e[9],u=e[10],f=e[11],g=e[12],v=e[13],m=e[14],p=e[15],_=t*a-n*o,T=t*l-s*o,b=t*c-r*o,C=n*l-s*a,A=n*c-r*a,x=s*c-r*l,w=h*v-d*g,O=h*m-u*g,L=h*p-f*g,D=d*m-u*v,z=d*p-f*v,H=u*p-f*m,U=_*H-T*z+b*D+C*L-A*O+x*w;if(U===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let W=1/U;return e[0]=(a*H-l*z+c*D)*W,e[1]=(s*z-n*H-r*D)*W,e[2]=(v*x-m*A+p*C)*W,e[3]=(u*A-d*x-f*C)*W,e[4]=(l*L-o*H-c*O)*W,e[5]=(t*H-s*L+r*O)*W,e[6]=(m*b-g*x-p*T)*W,e[7]=(h*x-u*b+f*T)*W,e[8]=(o*z-a*L+c*w)*W,e[9]=(n*L-t*z-r*w)*W,e[10]=(g*A-v*b+p*_)*W,e[11]=(d*b-h*A-f*_)*W,e[12]=(a*O-o*D-l*w)*W,e[13]=(t*D-n*O+s*w)*W,e[14]=(v*T-g*C-m*_)*W,e[15]=(h*C-d*T+u*_)*W,this}scale(e){let t=this.elements,n=e.x,s=e.y,r=e.z;return t[0]*=n,t[4]*=s,t[8]*=r,t[1]*=n,t[5]*=s,t[9]*=r,t[2]*=n,t[6]*=s,t[10]*=r,t[3]*=n,t[7]*=s,t[11]*=r,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],n=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],s=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,n,s))}makeTranslation(e,t,n){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,n,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),n=Math.sin(e);return this.set(1,0,0,0,0,t,-n,0,0,n,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,0,n,0,0,1,0,0,-n,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,0,n,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let n=Math.cos(t),s=Math.sin(t),r=1-n,o=e.x,a=e.y,l=e.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,h*a+n,h*l-s*o,0,c*l-s*a,h*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(e,t,n){return this.set(e,0,0,0,0,t,0,0,0,0,n,0,0,0,0,1),this}makeShear(e,t,n,s,r,o){return this.set(1,n,r,0,e,1,o,0,t,s,1,0,0,0,0,1),this}compose(e,t,n){let s=this.elements,r=t._x,o=t._y,a=t._z,l=t._w,c=r+r,h=o+o,d=a+a,u=r*c,f=r*h,g=r*d,v=o*h,m=o*d,p=a*d,_=l*c,T=l*h,b=l*d,C=n.x,A=n.y,x=n.z;return s[0]=(1-(v+p))*C,s[1]=(f+b)*C,s[2]=(g-T)*C,s[3]=0,s[4]=(f-b)*A,s[5]=(1-(u+p))*A,s[6]=(m+_)*A,s[7]=0,s[8]=(g+T)*x,s[9]=(m-_)*x,s[10]=(1-(u+v))*x,s[11]=0,s[12]=e.x,s[13]=e.y,s[14]=e.z,s[15]=1,this}decompose(e,t,n){let s=this.elements;e.x=s[12],e.y=s[13],e.z=s[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),t.identity(),this;let o=qr.set(s[0],s[1],s[2]).length(),a=qr.set(s[4],s[5],s[6]).length(),l=qr.set(s[8],s[9],s[10]).length();r<0&&(o=-o),zi.copy(this);let c=1/o,h=1/a,d=1/l;return zi.elements[0]*=c,zi.elements[1]*=c,zi.elements[2]*=c,zi.elements[4]*=h,zi.elements[5]*=h,zi.elements[6]*=h,zi.elements[8]*=d,zi.elements[9]*=d,zi.elements[10]*=d,t.setFromRotationMatrix(zi),n.x=o,n.y=a,n.z=l,this}makePerspective(e,t,n,s,r,o,a=Pi,l=!1){let c=this.elements,h=2*r/(t-e),d=2*r/(n-s),u=(t+e)/(t-e),f=(n+s)/(n-s),g,v;if(l)g=r/(o-r),v=o*r/(o-r);else if(a===Pi)g=-(o+r)/(o-r),v=-2*o*r/(o-r);else if(a===co)g=-o/(o-r),v=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=u,c[12]=0,c[1]=0,c[5]=d,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=g,c[14]=v,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(e,t,n,s,r,o,a=Pi,l=!1){let c=this.elements,h=2/(t-e),d=2/(n-s),u=-(t+e)/(t-e),f=-(n+s)/(n-s),g,v;if(l)g=1/(o-r),v=o/(o-r);else if(a===Pi)g=-2/(o-r),v=-(o+r)/(o-r);else if(a===co)g=-1/(o-r),v=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=u,c[1]=0,c[5]=d,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=g,c[14]=v,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(e){let t=this.elements,n=e.elements;for(let s=0;s<16;s++)if(t[s]!==n[s])return!1;return!0}fromArray(e,t=0){for(let n=0;n<16;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e[t+9]=n[9],e[t+10]=n[10],e[t+11]=n[11],e[t+12]=n[12],e[t+13]=n[13],e[t+14]=n[14],e[t+15]=n[15],e}},qr=new P,zi=new Ke,Wx=new P(0,0,0),Xx=new P(1,1,1),Hs=new P,Cl=new P,gi=new P,Vp=new Ke,Hp=new zt,Cs=class i{constructor(e=0,t=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=e,this._y=t,this._z=n,this._order=s}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this._onChangeCallback()}set(e,t,n,s=this._order){return this._x=e,this._y=t,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this._order,n=!0){let s=e.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],h=s[9],d=s[2],u=s[6],f=s[10];switch(t){case"XYZ":this._y=Math.asin(rt(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,f),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(u,c),this._z=0);break;case"YXZ":this._x=Math.asin(-rt(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,f),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-d,r),this._z=0);break;case"ZXY":this._x=Math.asin(rt(u,-1,1)),Math.abs(u)<.9999999?(this._y=Math.atan2(-d,f),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-rt(d,-1,1)),Math.abs(d)<.9999999?(this._x=Math.atan2(u,f),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(rt(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-d,r)):(this._x=0,this._y=Math.atan2(a,f));break;case"XZY":this._z=Math.asin(-rt(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(u,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,f),this._y=0);break;default:Ze("Euler: .setFromRotationMatrix() encountered an unknown order: "+t)}return this._order=t,n===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,n){return Vp.makeRotationFromQuaternion(e),this.setFromRotationMatrix(Vp,t,n)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return Hp.setFromEuler(this),this.setFromQuaternion(Hp,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};Cs.DEFAULT_ORDER="XYZ";var po=class{constructor(){this.mask=1}set(e){this.mask=(1<<e|0)>>>0}enable(e){this.mask|=1<<e|0}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e|0}disable(e){this.mask&=~(1<<e|0)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return(this.mask&(1<<e|0))!==0}},qx=0,Wp=new P,Yr=new zt,bs=new Ke,Rl=new P,Ko=new P,Yx=new P,Zx=new zt,Xp=new P(1,0,0),qp=new P(0,1,0),Yp=new P(0,0,1),Zp={type:"added"},$x={type:"removed"},Zr={type:"childadded",child:null},ld={type:"childremoved",child:null},Fn=class i extends Hi{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:qx++}),this.uuid=rr(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let e=new P,t=new Cs,n=new zt,s=new P(1,1,1);function r(){n.setFromEuler(t,!1)}function o(){t.setFromQuaternion(n,void 0,!1)}t._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:e},rotation:{configurable:!0,enumerable:!0,value:t},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new Ke},normalMatrix:{value:new nt}}),this.matrix=new Ke,this.matrixWorld=new Ke,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new po,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){this.quaternion.copy(e)}rotateOnAxis(e,t){return Yr.setFromAxisAngle(e,t),this.quaternion.multiply(Yr),this}rotateOnWorldAxis(e,t){return Yr.setFromAxisAngle(e,t),this.quaternion.premultiply(Yr),this}rotateX(e){return this.rotateOnAxis(Xp,e)}rotateY(e){return this.rotateOnAxis(qp,e)}rotateZ(e){return this.rotateOnAxis(Yp,e)}translateOnAxis(e,t){return Wp.copy(e).applyQuaternion(this.quaternion),this.position.add(Wp.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(Xp,e)}translateY(e){return this.translateOnAxis(qp,e)}translateZ(e){return this.translateOnAxis(Yp,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(bs.copy(this.matrixWorld).invert())}lookAt(e,t,n){e.isVector3?Rl.copy(e):Rl.set(e,t,n);let s=this.parent;this.updateWorldMatrix(!0,!1),Ko.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?bs.lookAt(Ko,Rl,this.up):bs.lookAt(Rl,Ko,this.up),this.quaternion.setFromRotationMatrix(bs),s&&(bs.extractRotation(s.matrixWorld),Yr.setFromRotationMatrix(bs),this.quaternion.premultiply(Yr.invert()))}add(e){if(arguments.length>1){for(let t=0;t<arguments.length;t++)this.add(arguments[t]);return this}return e===this?(et("Object3D.add: object can't be added as a child of itself.",e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(Zp),Zr.child=e,this.dispatchEvent(Zr),Zr.child=null):et("Object3D.add: object not an instance of THREE.Object3D.",e),this)}remove(e){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.parent=null,this.children.splice(t,1),e.dispatchEvent($x),ld.child=e,this.dispatchEvent(ld),ld.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),bs.copy(this.matrixWorld).invert(),e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),bs.multiply(e.parent.matrixWorld)),e.applyMatrix4(bs),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(Zp),Zr.child=e,this.dispatchEvent(Zr),Zr.child=null,this}getObjectById(e){return this.getObjectByProperty("id",e)}getObjectByName(e){return this.getObjectByProperty("name",e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(e,t);if(o!==void 0)return o}}getObjectsByProperty(e,t,n=[]){this[e]===t&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(e,t,n);return n}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Ko,e,Yx),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Ko,Zx,e),e}getWorldDirection(e){this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(e){e(this);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(this);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let e=this.pivot;if(e!==null){let t=e.x,n=e.y,s=e.z,r=this.matrix.elements;r[12]+=t-r[0]*t-r[4]*n-r[8]*s,r[13]+=n-r[1]*t-r[5]*n-r[9]*s,r[14]+=s-r[2]*t-r[6]*n-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=!0);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].updateMatrixWorld(e)}updateWorldMatrix(e,t,n=!1){let s=this.parent;if(e===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),t===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(e){let t=e===void 0||typeof e=="string",n={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(e),s.indirectTexture=this._indirectTexture.toJSON(e),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(e)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(e.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let d=l[c];r(e.shapes,d)}else r(e.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(e.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(e.materials,this.material[l]));s.material=a}else s.material=r(e.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(e).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(e.animations,l))}}if(t){let a=o(e.geometries),l=o(e.materials),c=o(e.textures),h=o(e.images),d=o(e.shapes),u=o(e.skeletons),f=o(e.animations),g=o(e.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),d.length>0&&(n.shapes=d),u.length>0&&(n.skeletons=u),f.length>0&&(n.animations=f),g.length>0&&(n.nodes=g)}return n.object=s,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(e){return new this.constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.pivot=e.pivot!==null?e.pivot.clone():null,this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.static=e.static,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)for(let n=0;n<e.children.length;n++){let s=e.children[n];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};Fn.DEFAULT_UP=new P(0,1,0);Fn.DEFAULT_MATRIX_AUTO_UPDATE=!0;Fn.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var Nt=class extends Fn{constructor(){super(),this.isGroup=!0,this.type="Group"}},Kx={type:"move"},mo=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new Nt,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new Nt,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new P,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new P),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new Nt,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new P,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new P,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(e){return this._targetRay!==null&&this._targetRay.dispatchEvent(e),this._grip!==null&&this._grip.dispatchEvent(e),this._hand!==null&&this._hand.dispatchEvent(e),this}connect(e){if(e&&e.hand){let t=this._hand;if(t)for(let n of e.hand.values())this._getHandJoint(t,n)}return this.dispatchEvent({type:"connected",data:e}),this}disconnect(e){return this.dispatchEvent({type:"disconnected",data:e}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(e,t,n){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(e&&t.session.visibilityState!=="visible-blurred"){if(c&&e.hand){o=!0;for(let v of e.hand.values()){let m=t.getJointPose(v,n),p=this._getHandJoint(c,v);m!==null&&(p.matrix.fromArray(m.transform.matrix),p.matrix.decompose(p.position,p.quaternion,p.scale),p.matrixWorldNeedsUpdate=!0,p.jointRadius=m.radius),p.visible=m!==null}let h=c.joints["index-finger-tip"],d=c.joints["thumb-tip"],u=h.position.distanceTo(d.position),f=.02,g=.005;c.inputState.pinching&&u>f+g?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:e.handedness,target:this})):!c.inputState.pinching&&u<=f-g&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:e.handedness,target:this}))}else l!==null&&e.gripSpace&&(r=t.getPose(e.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:e,target:this})));a!==null&&(s=t.getPose(e.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(Kx)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(e,t){if(e.joints[t.jointName]===void 0){let n=new Nt;n.matrixAutoUpdate=!1,n.visible=!1,e.joints[t.jointName]=n,e.add(n)}return e.joints[t.jointName]}},jm={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Ws={h:0,s:0,l:0},Pl={h:0,s:0,l:0};function cd(i,e,t){return t<0&&(t+=1),t>1&&(t-=1),t<1/6?i+(e-i)*6*t:t<1/2?e:t<2/3?i+(e-i)*6*(2/3-t):i}var De=class{constructor(e,t,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,n)}set(e,t,n){if(t===void 0&&n===void 0){let s=e;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(e,t,n);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=xi){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>8&255)/255,this.b=(e&255)/255,yt.colorSpaceToWorking(this,t),this}setRGB(e,t,n,s=yt.workingColorSpace){return this.r=e,this.g=t,this.b=n,yt.colorSpaceToWorking(this,s),this}setHSL(e,t,n,s=yt.workingColorSpace){if(e=rf(e,1),t=rt(t,0,1),n=rt(n,0,1),t===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+t):n+t-n*t,o=2*n-r;this.r=cd(o,r,e+1/3),this.g=cd(o,r,e),this.b=cd(o,r,e-1/3)}return yt.colorSpaceToWorking(this,s),this}setStyle(e,t=xi){function n(r){r!==void 0&&parseFloat(r)<1&&Ze("Color: Alpha component of "+e+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(e)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,t);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,t);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,t);break;default:Ze("Color: Unknown color model "+e)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(e)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,t);if(o===6)return this.setHex(parseInt(r,16),t);Ze("Color: Invalid hex color "+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=xi){let n=jm[e.toLowerCase()];return n!==void 0?this.setHex(n,t):Ze("Color: Unknown color "+e),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=As(e.r),this.g=As(e.g),this.b=As(e.b),this}copyLinearToSRGB(e){return this.r=ao(e.r),this.g=ao(e.g),this.b=ao(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=xi){return yt.workingToColorSpace(Wn.copy(this),e),Math.round(rt(Wn.r*255,0,255))*65536+Math.round(rt(Wn.g*255,0,255))*256+Math.round(rt(Wn.b*255,0,255))}getHexString(e=xi){return("000000"+this.getHex(e).toString(16)).slice(-6)}getHSL(e,t=yt.workingColorSpace){yt.workingToColorSpace(Wn.copy(this),t);let n=Wn.r,s=Wn.g,r=Wn.b,o=Math.max(n,s,r),a=Math.min(n,s,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let d=o-a;switch(c=h<=.5?d/(o+a):d/(2-o-a),o){case n:l=(s-r)/d+(s<r?6:0);break;case s:l=(r-n)/d+2;break;case r:l=(n-s)/d+4;break}l/=6}return e.h=l,e.s=c,e.l=h,e}getRGB(e,t=yt.workingColorSpace){return yt.workingToColorSpace(Wn.copy(this),t),e.r=Wn.r,e.g=Wn.g,e.b=Wn.b,e}getStyle(e=xi){yt.workingToColorSpace(Wn.copy(this),e);let t=Wn.r,n=Wn.g,s=Wn.b;return e!==xi?`color(${e} ${t.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(t*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(e,t,n){return this.getHSL(Ws),this.setHSL(Ws.h+e,Ws.s+t,Ws.l+n)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,n){return this.r=e.r+(t.r-e.r)*n,this.g=e.g+(t.g-e.g)*n,this.b=e.b+(t.b-e.b)*n,this}lerpHSL(e,t){this.getHSL(Ws),e.getHSL(Pl);let n=ra(Ws.h,Pl.h,t),s=ra(Ws.s,Pl.s,t),r=ra(Ws.l,Pl.l,t);return this.setHSL(n,s,r),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,n=this.g,s=this.b,r=e.elements;return this.r=r[0]*t+r[3]*n+r[6]*s,this.g=r[1]*t+r[4]*n+r[7]*s,this.b=r[2]*t+r[5]*n+r[8]*s,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Wn=new De;De.NAMES=jm;var _r=class extends Fn{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new Cs,this.environmentIntensity=1,this.environmentRotation=new Cs,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background!==null?e.background.clone():null,this.environment=e.environment!==null?e.environment.clone():null,this.fog=e.fog!==null?e.fog.clone():null,this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial!==null?e.overrideMaterial.clone():null,this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}},Gi=new P,Ss=new P,hd=new P,Ms=new P,$r=new P,Kr=new P,$p=new P,ud=new P,dd=new P,fd=new P,pd=new Rt,md=new Rt,gd=new Rt,Zs=class i{constructor(e=new P,t=new P,n=new P){this.a=e,this.b=t,this.c=n}static getNormal(e,t,n,s){s.subVectors(n,t),Gi.subVectors(e,t),s.cross(Gi);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(e,t,n,s,r){Gi.subVectors(s,t),Ss.subVectors(n,t),hd.subVectors(e,t);let o=Gi.dot(Gi),a=Gi.dot(Ss),l=Gi.dot(hd),c=Ss.dot(Ss),h=Ss.dot(hd),d=o*c-a*a;if(d===0)return r.set(0,0,0),null;let u=1/d,f=(c*l-a*h)*u,g=(o*h-a*l)*u;return r.set(1-f-g,g,f)}static containsPoint(e,t,n,s){return this.getBarycoord(e,t,n,s,Ms)===null?!1:Ms.x>=0&&Ms.y>=0&&Ms.x+Ms.y<=1}static getInterpolation(e,t,n,s,r,o,a,l){return this.getBarycoord(e,t,n,s,Ms)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,Ms.x),l.addScaledVector(o,Ms.y),l.addScaledVector(a,Ms.z),l)}static getInterpolatedAttribute(e,t,n,s,r,o){return pd.setScalar(0),md.setScalar(0),gd.setScalar(0),pd.fromBufferAttribute(e,t),md.fromBufferAttribute(e,n),gd.fromBufferAttribute(e,s),o.setScalar(0),o.addScaledVector(pd,r.x),o.addScaledVector(md,r.y),o.addScaledVector(gd,r.z),o}static isFrontFacing(e,t,n,s){return Gi.subVectors(n,t),Ss.subVectors(e,t),Gi.cross(Ss).dot(s)<0}set(e,t,n){return this.a.copy(e),this.b.copy(t),this.c.copy(n),this}setFromPointsAndIndices(e,t,n,s){return this.a.copy(e[t]),this.b.copy(e[n]),this.c.copy(e[s]),this}setFromAttributeAndIndices(e,t,n,s){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,n),this.c.fromBufferAttribute(e,s),this}clone(){return new this.constructor().copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return Gi.subVectors(this.c,this.b),Ss.subVectors(this.a,this.b),Gi.cross(Ss).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(e){return i.getNormal(this.a,this.b,this.c,e)}getPlane(e){return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(e,t){return i.getBarycoord(e,this.a,this.b,this.c,t)}getInterpolation(e,t,n,s,r){return i.getInterpolation(e,this.a,this.b,this.c,t,n,s,r)}containsPoint(e){return i.containsPoint(e,this.a,this.b,this.c)}isFrontFacing(e){return i.isFrontFacing(this.a,this.b,this.c,e)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){let n=this.a,s=this.b,r=this.c,o,a;$r.subVectors(s,n),Kr.subVectors(r,n),ud.subVectors(e,n);let l=$r.dot(ud),c=Kr.dot(ud);if(l<=0&&c<=0)return t.copy(n);dd.subVectors(e,s);let h=$r.dot(dd),d=Kr.dot(dd);if(h>=0&&d<=h)return t.copy(s);let u=l*d-h*c;if(u<=0&&l>=0&&h<=0&&l-h>0)return o=l/(l-h),t.copy(n).addScaledVector($r,o);fd.subVectors(e,r);let f=$r.dot(fd),g=Kr.dot(fd);if(g>=0&&f<=g)return t.copy(r);let v=f*c-l*g;if(v<=0&&c>=0&&g<=0)return a=c/(c-g),t.copy(n).addScaledVector(Kr,a);let m=h*g-f*d;if(m<=0&&d-h>=0&&f-g>=0)return $p.subVectors(r,s),a=(d-h)/(d-h+(f-g)),t.copy(s).addScaledVector($p,a);let p=1/(m+v+u);return o=v*p,a=u*p,t.copy(n).addScaledVector($r,o).addScaledVector(Kr,a)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}},ln=class{constructor(e=new P(1/0,1/0,1/0),t=new P(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t+=3)this.expandByPoint(Vi.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,n=e.count;t<n;t++)this.expandByPoint(Vi.fromBufferAttribute(e,t));return this}setFromPoints(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let n=Vi.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(n),this.max.copy(e).add(n),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let n=e.geometry;if(n!==void 0){let r=n.getAttribute("position");if(t===!0&&r!==void 0&&e.isInstancedMesh!==!0&&e.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)e.isMesh===!0?e.getVertexPosition(o,Vi):Vi.fromBufferAttribute(r,o),Vi.applyMatrix4(e.matrixWorld),this.expandByPoint(Vi);else e.boundingBox!==void 0?(e.boundingBox===null&&e.computeBoundingBox(),Il.copy(e.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),Il.copy(n.boundingBox)),Il.applyMatrix4(e.matrixWorld),this.union(Il)}let s=e.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],t);return this}containsPoint(e){return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,Vi),Vi.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,n;return e.normal.x>0?(t=e.normal.x*this.min.x,n=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,n=e.normal.x*this.min.x),e.normal.y>0?(t+=e.normal.y*this.min.y,n+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,n+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,n+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,n+=e.normal.z*this.min.z),t<=-e.constant&&n>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(Jo),Ll.subVectors(this.max,Jo),Jr.subVectors(e.a,Jo),jr.subVectors(e.b,Jo),Qr.subVectors(e.c,Jo),Xs.subVectors(jr,Jr),qs.subVectors(Qr,jr),fr.subVectors(Jr,Qr);let t=[0,-Xs.z,Xs.y,0,-qs.z,qs.y,0,-fr.z,fr.y,Xs.z,0,-Xs.x,qs.z,0,-qs.x,fr.z,0,-fr.x,-Xs.y,Xs.x,0,-qs.y,qs.x,0,-fr.y,fr.x,0];return!_d(t,Jr,jr,Qr,Ll)||(t=[1,0,0,0,1,0,0,0,1],!_d(t,Jr,jr,Qr,Ll))?!1:(Dl.crossVectors(Xs,qs),t=[Dl.x,Dl.y,Dl.z],_d(t,Jr,jr,Qr,Ll))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,Vi).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(Vi).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()?this:(ws[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(e),ws[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),ws[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),ws[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),ws[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),ws[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),ws[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),ws[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(ws),this)}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},ws=[new P,new P,new P,new P,new P,new P,new P,new P],Vi=new P,Il=new ln,Jr=new P,jr=new P,Qr=new P,Xs=new P,qs=new P,fr=new P,Jo=new P,Ll=new P,Dl=new P,pr=new P;function _d(i,e,t,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){pr.fromArray(i,r);let a=s.x*Math.abs(pr.x)+s.y*Math.abs(pr.y)+s.z*Math.abs(pr.z),l=e.dot(pr),c=t.dot(pr),h=n.dot(pr);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var gn=new P,Nl=new Ge,Jx=0,jt=class extends Hi{constructor(e,t,n=!1){if(super(),Array.isArray(e))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:Jx++}),this.name="",this.array=e,this.itemSize=t,this.count=e!==void 0?e.length/t:0,this.normalized=n,this.usage=nf,this.updateRanges=[],this.gpuType=Ii,this.version=0,this._normalizationScale=e!==void 0?bh(e):void 0}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,this.usage=e.usage,this.gpuType=e.gpuType,this._normalizationScale=e._normalizationScale,this}copyAt(e,t,n){e*=this.itemSize,n*=t.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[e+s]=t.array[n+s];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,n=this.count;t<n;t++)Nl.fromBufferAttribute(this,t),Nl.applyMatrix3(e),this.setXY(t,Nl.x,Nl.y);else if(this.itemSize===3)for(let t=0,n=this.count;t<n;t++)gn.fromBufferAttribute(this,t),gn.applyMatrix3(e),this.setXYZ(t,gn.x,gn.y,gn.z);return this}applyMatrix4(e){for(let t=0,n=this.count;t<n;t++)gn.fromBufferAttribute(this,t),gn.applyMatrix4(e),this.setXYZ(t,gn.x,gn.y,gn.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)gn.fromBufferAttribute(this,t),gn.applyNormalMatrix(e),this.setXYZ(t,gn.x,gn.y,gn.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)gn.fromBufferAttribute(this,t),gn.transformDirection(e),this.setXYZ(t,gn.x,gn.y,gn.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let n=this.array[e*this.itemSize+t];return this.normalized&&(n=this._denormalize(n)),n}setComponent(e,t,n){return this.normalized&&(n=this._normalize(n)),this.array[e*this.itemSize+t]=n,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,n){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n)),this.array[e+0]=t,this.array[e+1]=n,this}setXYZ(e,t,n,s){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=s,this}setXYZW(e,t,n,s,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=s,this.array[e+3]=r,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):af(e,this.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):lf(e,this.array)}};var da=class extends jt{constructor(e,t,n){super(new Uint16Array(e),t,n)}};var fa=class extends jt{constructor(e,t,n){super(new Uint32Array(e),t,n)}};var gt=class extends jt{constructor(e,t,n){super(new Float32Array(e),t,n)}},jx=new ln,jo=new P,xd=new P,Dn=class{constructor(e=new P,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let n=this.center;t!==void 0?n.copy(t):jx.setFromPoints(e).getCenter(n);let s=0;for(let r=0,o=e.length;r<o;r++)s=Math.max(s,n.distanceToSquared(e[r]));return this.radius=Math.sqrt(s),this}copy(e){return this.center.copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let n=this.center.distanceToSquared(e);return t.copy(e),n>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius=this.radius*e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;jo.subVectors(e,this.center);let t=jo.lengthSq();if(t>this.radius*this.radius){let n=Math.sqrt(t),s=(n-this.radius)*.5;this.center.addScaledVector(jo,s/n),this.radius+=s}return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(xd.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(jo.copy(e.center).add(xd)),this.expandByPoint(jo.copy(e.center).sub(xd))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}},Qx=0,Ri=new Ke,yd=new Fn,eo=new P,_i=new ln,Qo=new ln,In=new P,Ot=class i extends Hi{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:Qx++}),this.uuid=rr(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(e){return Array.isArray(e)?this.index=new(wx(e)?fa:da)(e,1):this.index=e,this}setIndirect(e,t=0){return this.indirect=e,this.indirectOffset=t,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){return this.attributes[e]=t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,n=0){this.groups.push({start:e,count:t,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new nt().getNormalMatrix(e);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(e),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(e){return Ri.makeRotationFromQuaternion(e),this.applyMatrix4(Ri),this}rotateX(e){return Ri.makeRotationX(e),this.applyMatrix4(Ri),this}rotateY(e){return Ri.makeRotationY(e),this.applyMatrix4(Ri),this}rotateZ(e){return Ri.makeRotationZ(e),this.applyMatrix4(Ri),this}translate(e,t,n){return Ri.makeTranslation(e,t,n),this.applyMatrix4(Ri),this}scale(e,t,n){return Ri.makeScale(e,t,n),this.applyMatrix4(Ri),this}lookAt(e){return yd.lookAt(e),yd.updateMatrix(),this.applyMatrix4(yd.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(eo).negate(),this.translate(eo.x,eo.y,eo.z),this}setFromPoints(e){let t=this.getAttribute("position");if(t===void 0){let n=[];for(let s=0,r=e.length;s<r;s++){let o=e[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new gt(n,3))}else{let n=Math.min(e.length,t.count);for(let s=0;s<n;s++){let r=e[s];t.setXYZ(s,r.x,r.y,r.z||0)}e.length>t.count&&Ze("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new ln);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){et("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new P(-1/0,-1/0,-1/0),new P(1/0,1/0,1/0));return}if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let n=0,s=t.length;n<s;n++){let r=t[n];_i.setFromBufferAttribute(r),this.morphTargetsRelative?(In.addVectors(this.boundingBox.min,_i.min),this.boundingBox.expandByPoint(In),In.addVectors(this.boundingBox.max,_i.max),this.boundingBox.expandByPoint(In)):(this.boundingBox.expandByPoint(_i.min),this.boundingBox.expandByPoint(_i.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&et('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Dn);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){et("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new P,1/0);return}if(e){let n=this.boundingSphere.center;if(_i.setFromBufferAttribute(e),t)for(let r=0,o=t.length;r<o;r++){let a=t[r];Qo.setFromBufferAttribute(a),this.morphTargetsRelative?(In.addVectors(_i.min,Qo.min),_i.expandByPoint(In),In.addVectors(_i.max,Qo.max),_i.expandByPoint(In)):(_i.expandByPoint(Qo.min),_i.expandByPoint(Qo.max))}_i.getCenter(n);let s=0;for(let r=0,o=e.count;r<o;r++)In.fromBufferAttribute(e,r),s=Math.max(s,n.distanceToSquared(In));if(t)for(let r=0,o=t.length;r<o;r++){let a=t[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)In.fromBufferAttribute(a,c),l&&(eo.fromBufferAttribute(e,c),In.add(eo)),s=Math.max(s,n.distanceToSquared(In))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&et('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let e=this.index,t=this.attributes;if(e===null||t.position===void 0||t.normal===void 0||t.uv===void 0){et("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=t.position,s=t.normal,r=t.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new jt(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(n.count);for(let O=0;O<n.count;O++)a[O]=new P,l[O]=new P;let h=new P,d=new P,u=new P,f=new Ge,g=new Ge,v=new Ge,m=new P,p=new P;function _(O,L,D){c[O]=c[L]=c[D]=1,h.fromBufferAttribute(n,O),d.fromBufferAttribute(n,L),u.fromBufferAttribute(n,D),f.fromBufferAttribute(r,O),g.fromBufferAttribute(r,L),v.fromBufferAttribute(r,D),d.sub(h),u.sub(h),g.sub(f),v.sub(f);let z=1/(g.x*v.y-v.x*g.y);isFinite(z)&&(m.copy(d).multiplyScalar(v.y).addScaledVector(u,-g.y).multiplyScalar(z),p.copy(u).multiplyScalar(g.x).addScaledVector(d,-v.x).multiplyScalar(z),a[O].add(m),a[L].add(m),a[D].add(m),l[O].add(p),l[L].add(p),l[D].add(p))}let T=this.groups;T.length===0&&(T=[{start:0,count:e.count}]);for(let O=0,L=T.length;O<L;++O){let D=T[O],z=D.start,H=D.count;for(let U=z,W=z+H;U<W;U+=3)_(e.getX(U+0),e.getX(U+1),e.getX(U+2))}let b=new P,C=new P,A=new P,x=new P;function w(O){A.fromBufferAttribute(s,O),x.copy(A);let L=a[O];b.copy(L),b.sub(A.multiplyScalar(A.dot(L))).normalize(),C.crossVectors(x,L);let z=C.dot(l[O])<0?-1:1;o.setXYZW(O,b.x,b.y,b.z,z)}for(let O=0,L=n.count;O<L;++O)c[O]&&w(O);this._transformed=!0}computeVertexNormals(){let e=this.index,t=this.getAttribute("position");if(t!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==t.count)n=new jt(new Float32Array(t.count*3),3),this.setAttribute("normal",n);else for(let u=0,f=n.count;u<f;u++)n.setXYZ(u,0,0,0);let s=new P,r=new P,o=new P,a=new P,l=new P,c=new P,h=new P,d=new P;if(e)for(let u=0,f=e.count;u<f;u+=3){let g=e.getX(u+0),v=e.getX(u+1),m=e.getX(u+2);s.fromBufferAttribute(t,g),r.fromBufferAttribute(t,v),o.fromBufferAttribute(t,m),h.subVectors(o,r),d.subVectors(s,r),h.cross(d),a.fromBufferAttribute(n,g),l.fromBufferAttribute(n,v),c.fromBufferAttribute(n,m),a.add(h),l.add(h),c.add(h),n.setXYZ(g,a.x,a.y,a.z),n.setXYZ(v,l.x,l.y,l.z),n.setXYZ(m,c.x,c.y,c.z)}else for(let u=0,f=t.count;u<f;u+=3)s.fromBufferAttribute(t,u+0),r.fromBufferAttribute(t,u+1),o.fromBufferAttribute(t,u+2),h.subVectors(o,r),d.subVectors(s,r),h.cross(d),n.setXYZ(u+0,h.x,h.y,h.z),n.setXYZ(u+1,h.x,h.y,h.z),n.setXYZ(u+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let e=this.attributes.normal;for(let t=0,n=e.count;t<n;t++)In.fromBufferAttribute(e,t),In.normalize(),e.setXYZ(t,In.x,In.y,In.z)}toNonIndexed(){function e(a,l){let c=a.array,h=a.itemSize,d=a.normalized,u=new c.constructor(l.length*h),f=0,g=0;for(let v=0,m=l.length;v<m;v++){a.isInterleavedBufferAttribute?f=l[v]*a.data.stride+a.offset:f=l[v]*h;for(let p=0;p<h;p++)u[g++]=c[f++]}return new jt(u,h,d)}if(this.index===null)return Ze("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let t=new i,n=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=e(l,n);t.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,d=c.length;h<d;h++){let u=c[h],f=e(u,n);l.push(f)}t.morphAttributes[a]=l}t.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];t.addGroup(c.start,c.count,c.materialIndex)}return t}toJSON(){let e={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(e.uuid=this.uuid,e.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,e.name=this.name,Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(e[c]=l[c]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let n=this.attributes;for(let l in n){let c=n[l];e.data.attributes[l]=c.toJSON(e.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let d=0,u=c.length;d<u;d++){let f=c[d];h.push(f.toJSON(e.data))}h.length>0&&(s[l]=h,r=!0)}r&&(e.data.morphAttributes=s,e.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(e.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(e.data.boundingSphere=a.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let n=e.index;n!==null&&this.setIndex(n.clone());let s=e.attributes;for(let c in s){let h=s[c];this.setAttribute(c,h.clone(t))}let r=e.morphAttributes;for(let c in r){let h=[],d=r[c];for(let u=0,f=d.length;u<f;u++)h.push(d[u].clone(t));this.morphAttributes[c]=h}this.morphTargetsRelative=e.morphTargetsRelative;let o=e.groups;for(let c=0,h=o.length;c<h;c++){let d=o[c];this.addGroup(d.start,d.count,d.materialIndex)}let a=e.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=e.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=e.drawRange.start,this.drawRange.count=e.drawRange.count,this.userData=e.userData,this._transformed=e._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}},pa=class{constructor(e,t){this.isInterleavedBuffer=!0,this.array=e,this.stride=t,this.count=e!==void 0?e.length/t:0,this.usage=nf,this.updateRanges=[],this.version=0,this.uuid=rr()}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.array=new e.array.constructor(e.array),this.count=e.count,this.stride=e.stride,this.usage=e.usage,this}copyAt(e,t,n){e*=this.stride,n*=t.stride;for(let s=0,r=this.stride;s<r;s++)this.array[e+s]=t.array[n+s];return this}set(e,t=0){return this.array.set(e,t),this}clone(e){e.arrayBuffers===void 0&&(e.arrayBuffers={});let t=Kp(this.array);e.arrayBuffers[t]===void 0&&(e.arrayBuffers[t]=this.array.slice(0).buffer);let n=new this.array.constructor(e.arrayBuffers[t]),s=new this.constructor(n,this.stride);return s.setUsage(this.usage),s}onUpload(e){return this.onUploadCallback=e,this}toJSON(e){e.arrayBuffers===void 0&&(e.arrayBuffers={});let t=Kp(this.array);e.arrayBuffers[t]===void 0&&(e.arrayBuffers[t]=Array.from(new Uint32Array(this.array.slice(0).buffer)));let n={uuid:this.uuid,buffer:t,type:this.array.constructor.name,stride:this.stride};return n.usage=this.usage,n}};function Kp(i){return i.buffer._uuid===void 0&&(i.buffer._uuid=rr()),i.byteOffset===0&&i.byteLength===i.buffer.byteLength?i.buffer._uuid:i.buffer._uuid+":"+i.byteOffset+":"+i.byteLength}var Jn=new P,ei=class i{constructor(e,t,n,s=!1){this.isInterleavedBufferAttribute=!0,this.name="",this.data=e,this.itemSize=t,this.offset=n,this.normalized=s,this._normalizationScale=e!==void 0?bh(e.array):void 0}get count(){return this.data.count}get array(){return this.data.array}set needsUpdate(e){this.data.needsUpdate=e}applyMatrix4(e){for(let t=0,n=this.data.count;t<n;t++)Jn.fromBufferAttribute(this,t),Jn.applyMatrix4(e),this.setXYZ(t,Jn.x,Jn.y,Jn.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)Jn.fromBufferAttribute(this,t),Jn.applyNormalMatrix(e),this.setXYZ(t,Jn.x,Jn.y,Jn.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)Jn.fromBufferAttribute(this,t),Jn.transformDirection(e),this.setXYZ(t,Jn.x,Jn.y,Jn.z);return this}getComponent(e,t){let n=this.array[e*this.data.stride+this.offset+t];return this.normalized&&(n=this._denormalize(n)),n}setComponent(e,t,n){return this.normalized&&(n=this._normalize(n)),this.data.array[e*this.data.stride+this.offset+t]=n,this}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset]=t,this}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+1]=t,this}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+2]=t,this}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+3]=t,this}getX(e){let t=this.data.array[e*this.data.stride+this.offset];return this.normalized&&(t=this._denormalize(t)),t}getY(e){let t=this.data.array[e*this.data.stride+this.offset+1];return this.normalized&&(t=this._denormalize(t)),t}getZ(e){let t=this.data.array[e*this.data.stride+this.offset+2];return this.normalized&&(t=this._denormalize(t)),t}getW(e){let t=this.data.array[e*this.data.stride+this.offset+3];return this.normalized&&(t=this._denormalize(t)),t}setXY(e,t,n){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),n=this._normalize(n)),this.data.array[e+0]=t,this.data.array[e+1]=n,this}setXYZ(e,t,n,s){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s)),this.data.array[e+0]=t,this.data.array[e+1]=n,this.data.array[e+2]=s,this}setXYZW(e,t,n,s,r){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.data.array[e+0]=t,this.data.array[e+1]=n,this.data.array[e+2]=s,this.data.array[e+3]=r,this}clone(e){if(e===void 0){ha("InterleavedBufferAttribute.clone(): Cloning an interleaved buffer attribute will de-interleave buffer data.");let t=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)t.push(this.data.array[s+r])}return new jt(new this.array.constructor(t),this.itemSize,this.normalized)}else return e.interleavedBuffers===void 0&&(e.interleavedBuffers={}),e.interleavedBuffers[this.data.uuid]===void 0&&(e.interleavedBuffers[this.data.uuid]=this.data.clone(e)),new i(e.interleavedBuffers[this.data.uuid],this.itemSize,this.offset,this.normalized)}toJSON(e){if(e===void 0){ha("InterleavedBufferAttribute.toJSON(): Serializing an interleaved buffer attribute will de-interleave buffer data.");let t=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)t.push(this.data.array[s+r])}return{itemSize:this.itemSize,type:this.array.constructor.name,array:t,normalized:this.normalized}}else return e.interleavedBuffers===void 0&&(e.interleavedBuffers={}),e.interleavedBuffers[this.data.uuid]===void 0&&(e.interleavedBuffers[this.data.uuid]=this.data.toJSON(e)),{isInterleavedBufferAttribute:!0,itemSize:this.itemSize,data:this.data.uuid,offset:this.offset,normalized:this.normalized}}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):af(e,this.data.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):lf(e,this.data.array)}},vd=new P,ey=new P,ty=new nt,yi=class{constructor(e=new P(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,n,s){return this.normal.set(e,t,n),this.constant=s,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,n){let s=vd.subVectors(n,t).cross(ey.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(s,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,n=!0){let s=e.delta(vd),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let o=-(e.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:t.copy(e.start).addScaledVector(s,o)}intersectsLine(e){let t=this.distanceToPoint(e.start),n=this.distanceToPoint(e.end);return t<0&&n>0||n<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let n=t||ty.getNormalMatrix(e),s=this.coplanarPoint(vd).applyMatrix4(e),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,this}},ny=0,os=class extends Hi{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:ny++}),this.uuid=rr(),this.name="",this.type="Material",this.blending=bo,this.side=ir,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Bd,this.blendDst=Oa,this.blendEquation=br,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new De(0,0,0),this.blendAlpha=0,this.depthFunc=lo,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=Vm,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=Ql,this.stencilZFail=Ql,this.stencilZPass=Ql,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let n=e[t];if(n===void 0){Ze(`Material: parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){Ze(`Material: '${t}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector2&&n&&n.isVector2||s&&s.isEuler&&n&&n.isEuler||s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";t&&(e={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(e).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(e).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(e).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(e).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(e).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(e).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(e).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(e).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(e).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(e).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(e).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(e).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(t){let r=s(e.textures),o=s(e.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(e,t){if(e.uuid!==void 0&&(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new De().setHex(e.sheenColor)),e.sheenRoughness!==void 0&&(this.sheenRoughness=e.sheenRoughness),e.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&(this.clearcoat=e.clearcoat),e.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),e.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),e.transparent!==void 0&&(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(n=>new yi().fromJSON(n))),e.clipIntersection!==void 0&&(this.clipIntersection=e.clipIntersection),e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),e.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),e.stencilZPass!==void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==void 0&&(this.linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==void 0&&(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),e.vertexColors!==void 0&&(typeof e.vertexColors=="number"?this.vertexColors=e.vertexColors>0:this.vertexColors=e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),e.normalScale!==void 0){let n=e.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new Ge().fromArray(n)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new Ge().fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.depthWrite=e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,n=null;if(t!==null){let s=t.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=t[r].clone()}return this.clippingPlanes=n,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(e){e===!0&&this.version++}};var Es=new P,bd=new P,Ul=new P,Fl=new P,$s=class{constructor(e=new P,t=new P(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){return this.origin.copy(this.at(e,Es)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let n=t.dot(this.direction);return n<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=Es.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(Es.copy(this.origin).addScaledVector(this.direction,t),Es.distanceToSquared(e))}distanceSqToSegment(e,t,n,s){bd.copy(e).add(t).multiplyScalar(.5),Ul.copy(t).sub(e).normalize(),Fl.copy(this.origin).sub(bd);let r=e.distanceTo(t)*.5,o=-this.direction.dot(Ul),a=Fl.dot(this.direction),l=-Fl.dot(Ul),c=Fl.lengthSq(),h=Math.abs(1-o*o),d,u,f,g;if(h>0)if(d=o*l-a,u=o*a-l,g=r*h,d>=0)if(u>=-g)if(u<=g){let v=1/h;d*=v,u*=v,f=d*(d+o*u+2*a)+u*(o*d+u+2*l)+c}else u=r,d=Math.max(0,-(o*u+a)),f=-d*d+u*(u+2*l)+c;else u=-r,d=Math.max(0,-(o*u+a)),f=-d*d+u*(u+2*l)+c;else u<=-g?(d=Math.max(0,-(-o*r+a)),u=d>0?-r:Math.min(Math.max(-r,-l),r),f=-d*d+u*(u+2*l)+c):u<=g?(d=0,u=Math.min(Math.max(-r,-l),r),f=u*(u+2*l)+c):(d=Math.max(0,-(o*r+a)),u=d>0?r:Math.min(Math.max(-r,-l),r),f=-d*d+u*(u+2*l)+c);else u=o>0?-r:r,d=Math.max(0,-(o*u+a)),f=-d*d+u*(u+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,d),s&&s.copy(bd).addScaledVector(Ul,u),f}intersectSphere(e,t){if(e.radius<0)return null;Es.subVectors(e.center,this.origin);let n=Es.dot(this.direction),s=Es.dot(Es)-n*n,r=e.radius*e.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,t):this.at(a,t)}intersectsSphere(e){return e.radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(e.normal)+e.constant)/t;return n>=0?n:null}intersectPlane(e,t){let n=this.distanceToPlane(e);return n===null?null:this.at(n,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.dot(this.direction)*t<0}intersectBox(e,t){let n,s,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,d=1/this.direction.z,u=this.origin;return c>=0?(n=(e.min.x-u.x)*c,s=(e.max.x-u.x)*c):(n=(e.max.x-u.x)*c,s=(e.min.x-u.x)*c),h>=0?(r=(e.min.y-u.y)*h,o=(e.max.y-u.y)*h):(r=(e.max.y-u.y)*h,o=(e.min.y-u.y)*h),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),d>=0?(a=(e.min.z-u.z)*d,l=(e.max.z-u.z)*d):(a=(e.max.z-u.z)*d,l=(e.min.z-u.z)*d),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,t)}intersectsBox(e){return this.intersectBox(e,Es)!==null}intersectTriangle(e,t,n,s,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,h=a.z,d=e.x-o.x,u=e.y-o.y,f=e.z-o.z,g=t.x-o.x,v=t.y-o.y,m=t.z-o.z,p=n.x-o.x,_=n.y-o.y,T=n.z-o.z,b=Math.abs(l),C=Math.abs(c),A=Math.abs(h),x,w,O,L,D,z,H,U,W,Y,V,le;if(b>=C&&b>=A?(O=l,z=d,W=g,le=p,l>=0?(x=c,w=h,L=u,D=f,H=v,U=m,Y=_,V=T):(x=h,w=c,L=f,D=u,H=m,U=v,Y=T,V=_)):C>=A?(O=c,z=u,W=v,le=_,c>=0?(x=h,w=l,L=f,D=d,H=m,U=g,Y=T,V=p):(x=l,w=h,L=d,D=f,H=g,U=m,Y=p,V=T)):(O=h,z=f,W=m,le=T,h>=0?(x=l,w=c,L=d,D=u,H=g,U=v,Y=p,V=_):(x=c,w=l,L=u,D=d,H=v,U=g,Y=_,V=p)),O===0)return null;let K=x/O,j=w/O,ie=1/O,ue=L-K*z,he=D-j*z,Q=H-K*W,pe=U-j*W,_e=Y-K*le,Ae=V-j*le,be=_e*pe-Ae*Q,Xe=ue*Ae-he*_e,ot=Q*he-pe*ue;if(s){if(be<0||Xe<0||ot<0)return null}else if((be<0||Xe<0||ot<0)&&(be>0||Xe>0||ot>0))return null;let He=be+Xe+ot;if(He===0)return null;let ft=ie*(be*z+Xe*W+ot*le);return(He>0?ft<0:ft>0)?null:this.at(ft/He,r)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},Wi=class extends os{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new De(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Cs,this.combine=kd,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}},Jp=new Ke,mr=new $s,Ol=new Dn,jp=new P,Bl=new P,kl=new P,zl=new P,Sd=new P,Gl=new P,Qp=new P,Vl=new P,Bt=class extends Fn{constructor(e=new Ot,t=new Wi){super(),this.isMesh=!0,this.type="Mesh",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(e,t){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;t.fromBufferAttribute(s,e);let a=this.morphTargetInfluences;if(r&&a){Gl.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],d=r[l];h!==0&&(Sd.fromBufferAttribute(d,e),o?Gl.addScaledVector(Sd,h):Gl.addScaledVector(Sd.sub(t),h))}t.add(Gl)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),Ol.copy(n.boundingSphere),Ol.applyMatrix4(r),mr.copy(e.ray).recast(e.near),!(Ol.containsPoint(mr.origin)===!1&&(mr.intersectSphere(Ol,jp)===null||mr.origin.distanceToSquared(jp)>(e.far-e.near)**2))&&(Jp.copy(r).invert(),mr.copy(e.ray).applyMatrix4(Jp),!(n.boundingBox!==null&&mr.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(e,t,mr)))}_computeIntersections(e,t,n){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,d=r.attributes.normal,u=r.groups,f=r.drawRange;if(a!==null)if(Array.isArray(o))for(let g=0,v=u.length;g<v;g++){let m=u[g],p=o[m.materialIndex],_=Math.max(m.start,f.start),T=Math.min(a.count,Math.min(m.start+m.count,f.start+f.count));for(let b=_,C=T;b<C;b+=3){let A=a.getX(b),x=a.getX(b+1),w=a.getX(b+2);s=Hl(this,p,e,n,c,h,d,A,x,w),s&&(s.faceIndex=Math.floor(b/3),s.face.materialIndex=m.materialIndex,t.push(s))}}else{let g=Math.max(0,f.start),v=Math.min(a.count,f.start+f.count);for(let m=g,p=v;m<p;m+=3){let _=a.getX(m),T=a.getX(m+1),b=a.getX(m+2);s=Hl(this,o,e,n,c,h,d,_,T,b),s&&(s.faceIndex=Math.floor(m/3),t.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let g=0,v=u.length;g<v;g++){let m=u[g],p=o[m.materialIndex],_=Math.max(m.start,f.start),T=Math.min(l.count,Math.min(m.start+m.count,f.start+f.count));for(let b=_,C=T;b<C;b+=3){let A=b,x=b+1,w=b+2;s=Hl(this,p,e,n,c,h,d,A,x,w),s&&(s.faceIndex=Math.floor(b/3),s.face.materialIndex=m.materialIndex,t.push(s))}}else{let g=Math.max(0,f.start),v=Math.min(l.count,f.start+f.count);for(let m=g,p=v;m<p;m+=3){let _=m,T=m+1,b=m+2;s=Hl(this,o,e,n,c,h,d,_,T,b),s&&(s.faceIndex=Math.floor(m/3),t.push(s))}}}};function iy(i,e,t,n,s,r,o,a){let l;if(e.side===On?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,e.side===ir,a),l===null)return null;Vl.copy(a),Vl.applyMatrix4(i.matrixWorld);let c=t.ray.origin.distanceTo(Vl);return c<t.near||c>t.far?null:{distance:c,point:Vl.clone(),object:i}}function Hl(i,e,t,n,s,r,o,a,l,c){i.getVertexPosition(a,Bl),i.getVertexPosition(l,kl),i.getVertexPosition(c,zl);let h=iy(i,e,t,n,Bl,kl,zl,Qp);if(h){let d=new P;Zs.getBarycoord(Qp,Bl,kl,zl,d),s&&(h.uv=Zs.getInterpolatedAttribute(s,a,l,c,d,new Ge)),r&&(h.uv1=Zs.getInterpolatedAttribute(r,a,l,c,d,new Ge)),o&&(h.normal=Zs.getInterpolatedAttribute(o,a,l,c,d,new P),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let u={a,b:l,c,normal:new P,materialIndex:0};Zs.getNormal(Bl,kl,zl,u.normal),h.face=u,h.barycoord=d}return h}var ma=class extends ri{constructor(e=null,t=1,n=1,s,r,o,a,l,c=Ln,h=Ln,d,u){super(null,o,a,l,c,h,s,r,d,u),this.isDataTexture=!0,this.image={data:e,width:t,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var go=class extends jt{constructor(e,t,n,s=1){super(e,t,n),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=s}copy(e){return super.copy(e),this.meshPerAttribute=e.meshPerAttribute,this}toJSON(){let e=super.toJSON();return e.meshPerAttribute=this.meshPerAttribute,e.isInstancedBufferAttribute=!0,e}},to=new Ke,em=new Ke,Wl=[],tm=new ln,sy=new Ke,ea=new Bt,ta=new Dn,ti=class extends Bt{constructor(e,t,n){super(e,t),this.isInstancedMesh=!0,this.instanceMatrix=new go(new Float32Array(n*16),16),this.instanceColor=null,this.morphTexture=null,this.count=n,this.boundingBox=null,this.boundingSphere=null;for(let s=0;s<n;s++)this.setMatrixAt(s,sy)}computeBoundingBox(){let e=this.geometry,t=this.count;this.boundingBox===null&&(this.boundingBox=new ln),e.boundingBox===null&&e.computeBoundingBox(),this.boundingBox.makeEmpty();for(let n=0;n<t;n++)this.getMatrixAt(n,to),tm.copy(e.boundingBox).applyMatrix4(to),this.boundingBox.union(tm)}computeBoundingSphere(){let e=this.geometry,t=this.count;this.boundingSphere===null&&(this.boundingSphere=new Dn),e.boundingSphere===null&&e.computeBoundingSphere(),this.boundingSphere.makeEmpty();for(let n=0;n<t;n++)this.getMatrixAt(n,to),ta.copy(e.boundingSphere).applyMatrix4(to),this.boundingSphere.union(ta)}copy(e,t){return super.copy(e,t),this.instanceMatrix.copy(e.instanceMatrix),this.morphTexture=e.morphTexture!==null?e.morphTexture.clone():null,this.instanceColor=e.instanceColor!==null?e.instanceColor.clone():null,this.count=e.count,this.boundingBox=e.boundingBox!==null?e.boundingBox.clone():null,this.boundingSphere=e.boundingSphere!==null?e.boundingSphere.clone():null,this}getColorAt(e,t){return this.instanceColor===null?t.setRGB(1,1,1):t.fromArray(this.instanceColor.array,e*3)}getMatrixAt(e,t){return t.fromArray(this.instanceMatrix.array,e*16)}getMorphAt(e,t){let n=t.morphTargetInfluences,s=this.morphTexture.source.data.data,r=n.length+1,o=e*r+1;for(let a=0;a<n.length;a++)n[a]=s[o+a]}raycast(e,t){let n=this.matrixWorld,s=this.count;if(ea.geometry=this.geometry,ea.material=this.material,ea.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),ta.copy(this.boundingSphere),ta.applyMatrix4(n),e.ray.intersectsSphere(ta)!==!1))for(let r=0;r<s;r++){this.getMatrixAt(r,to),em.multiplyMatrices(n,to),ea.matrixWorld=em,ea.raycast(e,Wl);for(let o=0,a=Wl.length;o<a;o++){let l=Wl[o];l.instanceId=r,l.object=this,t.push(l)}Wl.length=0}}setColorAt(e,t){return this.instanceColor===null&&(this.instanceColor=new go(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),t.toArray(this.instanceColor.array,e*3),this}setMatrixAt(e,t){return t.toArray(this.instanceMatrix.array,e*16),this}setMorphAt(e,t){let n=t.morphTargetInfluences,s=n.length+1;this.morphTexture===null&&(this.morphTexture=new ma(new Float32Array(s*this.count),s,this.count,zc,Ii));let r=this.morphTexture.source.data.data,o=0;for(let c=0;c<n.length;c++)o+=n[c];let a=this.geometry.morphTargetsRelative?1:1-o,l=s*e;return r[l]=a,r.set(n,l+1),this}updateMorphTargets(){}dispose(){super.dispose(),this.instanceMatrix.dispose(),this.instanceColor!==null&&this.instanceColor.dispose(),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null)}},gr=new Dn,ry=new Ge(.5,.5),Xl=new P,Ks=class{constructor(e=new yi,t=new yi,n=new yi,s=new yi,r=new yi,o=new yi){this.planes=[e,t,n,s,r,o]}set(e,t,n,s,r,o){let a=this.planes;return a[0].copy(e),a[1].copy(t),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(e){let t=this.planes;for(let n=0;n<6;n++)t[n].copy(e.planes[n]);return this}setFromProjectionMatrix(e,t=Pi,n=!1){let s=this.planes,r=e.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],d=r[5],u=r[6],f=r[7],g=r[8],v=r[9],m=r[10],p=r[11],_=r[12],T=r[13],b=r[14],C=r[15];if(s[0].setComponents(c-o,f-h,p-g,C-_).normalize(),s[1].setComponents(c+o,f+h,p+g,C+_).normalize(),s[2].setComponents(c+a,f+d,p+v,C+T).normalize(),s[3].setComponents(c-a,f-d,p-v,C-T).normalize(),n)s[4].setComponents(l,u,m,b).normalize(),s[5].setComponents(c-l,f-u,p-m,C-b).normalize();else if(s[4].setComponents(c-l,f-u,p-m,C-b).normalize(),t===Pi)s[5].setComponents(c+l,f+u,p+m,C+b).normalize();else if(t===co)s[5].setComponents(l,u,m,b).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),gr.copy(e.boundingSphere).applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),gr.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(gr)}intersectsSprite(e){gr.center.set(0,0,0);let t=ry.distanceTo(e.center);return gr.radius=.7071067811865476+t,gr.applyMatrix4(e.matrixWorld),this.intersectsSphere(gr)}intersectsSphere(e){let t=this.planes,n=e.center,s=-e.radius;for(let r=0;r<6;r++)if(t[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(e){let t=this.planes;for(let n=0;n<6;n++){let s=t[n];if(Xl.x=s.normal.x>0?e.max.x:e.min.x,Xl.y=s.normal.y>0?e.max.y:e.min.y,Xl.z=s.normal.z>0?e.max.z:e.min.z,s.distanceToPoint(Xl)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let n=0;n<6;n++)if(t[n].distanceToPoint(e)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},nm=new Ke,fc=class i{constructor(){this.coordinateSystem=Pi,this._frustums=[],this._count=0}setFromArrayCamera(e){let t=e.cameras,n=this._frustums;for(let s=0;s<t.length;s++){let r=t[s];nm.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[s]===void 0&&(n[s]=new Ks),n[s].setFromProjectionMatrix(nm,r.coordinateSystem,r.reversedDepth)}return this._count=t.length,this}getFrustum(e){return this._frustums[e]}intersectsObject(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsObject(e))return!0;return!1}intersectsSprite(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSprite(e))return!0;return!1}intersectsSphere(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSphere(e))return!0;return!1}intersectsBox(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsBox(e))return!0;return!1}containsPoint(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].containsPoint(e))return!0;return!1}copy(e){this.coordinateSystem=e.coordinateSystem;let t=this._frustums,n=e._frustums;for(let s=0;s<e._count;s++)t[s]===void 0&&(t[s]=new Ks),t[s].copy(n[s]);return this._count=e._count,this}clone(){return new i().copy(this)}};var Js=class extends os{constructor(e){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new De(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.linewidth=e.linewidth,this.linecap=e.linecap,this.linejoin=e.linejoin,this.fog=e.fog,this}},pc=new P,mc=new P,im=new Ke,na=new $s,ql=new Dn,Md=new P,sm=new P,gc=class extends Fn{constructor(e=new Ot,t=new Js){super(),this.isLine=!0,this.type="Line",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[0];for(let s=1,r=t.count;s<r;s++)pc.fromBufferAttribute(t,s-1),mc.fromBufferAttribute(t,s),n[s]=n[s-1],n[s]+=pc.distanceTo(mc);e.setAttribute("lineDistance",new gt(n,1))}else Ze("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,s=this.matrixWorld,r=e.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),ql.copy(n.boundingSphere),ql.applyMatrix4(s),ql.radius+=r,e.ray.intersectsSphere(ql)===!1)return;im.copy(s).invert(),na.copy(e.ray).applyMatrix4(im);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=n.index,u=n.attributes.position;if(h!==null){let f=Math.max(0,o.start),g=Math.min(h.count,o.start+o.count);for(let v=f,m=g-1;v<m;v+=c){let p=h.getX(v),_=h.getX(v+1),T=Yl(this,e,na,l,p,_,v);T&&t.push(T)}if(this.isLineLoop){let v=h.getX(g-1),m=h.getX(f),p=Yl(this,e,na,l,v,m,g-1);p&&t.push(p)}}else{let f=Math.max(0,o.start),g=Math.min(u.count,o.start+o.count);for(let v=f,m=g-1;v<m;v+=c){let p=Yl(this,e,na,l,v,v+1,v);p&&t.push(p)}if(this.isLineLoop){let v=Yl(this,e,na,l,g-1,f,g-1);v&&t.push(v)}}}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function Yl(i,e,t,n,s,r,o){let a=i.geometry.attributes.position;if(pc.fromBufferAttribute(a,s),mc.fromBufferAttribute(a,r),t.distanceSqToSegment(pc,mc,Md,sm)>n)return;Md.applyMatrix4(i.matrixWorld);let c=e.ray.origin.distanceTo(Md);if(!(c<e.near||c>e.far))return{distance:c,point:sm.clone().applyMatrix4(i.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:i}}var rm=new P,om=new P,xr=class extends gc{constructor(e,t){super(e,t),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[];for(let s=0,r=t.count;s<r;s+=2)rm.fromBufferAttribute(t,s),om.fromBufferAttribute(t,s+1),n[s]=s===0?0:n[s-1],n[s+1]=n[s]+rm.distanceTo(om);e.setAttribute("lineDistance",new gt(n,1))}else Ze("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var ga=class extends ri{constructor(e=[],t=Sr,n,s,r,o,a,l,c,h){super(e,t,n,s,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}};var Rs=class extends ri{constructor(e,t,n=Xi,s,r,o,a=Ln,l=Ln,c,h=Ts,d=1){if(h!==Ts&&h!==Is)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let u={width:e,height:t,depth:d};super(u,s,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new fo(Object.assign({},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.compareFunction=this.compareFunction,t}},_a=class extends Rs{constructor(e,t=Xi,n=Sr,s,r,o=Ln,a=Ln,l,c=Ts){let h={width:e,height:e,depth:1},d=[h,h,h,h,h,h];super(e,e,t,n,s,r,o,a,l,c),this.image=d,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(e){this.image=e}},xa=class extends ri{constructor(e=null){super(),this.sourceTexture=e,this.isExternalTexture=!0}copy(e){return super.copy(e),this.sourceTexture=e.sourceTexture,this}},oi=class i extends Ot{constructor(e=1,t=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:e,height:t,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],d=[],u=0,f=0;g("z","y","x",-1,-1,n,t,e,o,r,0),g("z","y","x",1,-1,n,t,-e,o,r,1),g("x","z","y",1,1,e,n,t,s,o,2),g("x","z","y",1,-1,e,n,-t,s,o,3),g("x","y","z",1,-1,e,t,n,s,r,4),g("x","y","z",-1,-1,e,t,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new gt(c,3)),this.setAttribute("normal",new gt(h,3)),this.setAttribute("uv",new gt(d,2));function g(v,m,p,_,T,b,C,A,x,w,O){let L=b/x,D=C/w,z=b/2,H=C/2,U=A/2,W=x+1,Y=w+1,V=0,le=0,K=new P;for(let j=0;j<Y;j++){let ie=j*D-H;for(let ue=0;ue<W;ue++){let he=ue*L-z;K[v]=he*_,K[m]=ie*T,K[p]=U,c.push(K.x,K.y,K.z),K[v]=0,K[m]=0,K[p]=A>0?1:-1,h.push(K.x,K.y,K.z),d.push(ue/x),d.push(1-j/w),V+=1}}for(let j=0;j<w;j++)for(let ie=0;ie<x;ie++){let ue=u+ie+W*j,he=u+ie+W*(j+1),Q=u+(ie+1)+W*(j+1),pe=u+(ie+1)+W*j;l.push(ue,he,pe),l.push(he,Q,pe),le+=6}a.addGroup(f,le,O),f+=le,u+=V}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.width,e.height,e.depth,e.widthSegments,e.heightSegments,e.depthSegments)}};var as=class i extends Ot{constructor(e=1,t=1,n=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:e,radiusBottom:t,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let h=[],d=[],u=[],f=[],g=0,v=[],m=n/2,p=0;_(),o===!1&&(e>0&&T(!0),t>0&&T(!1)),this.setIndex(h),this.setAttribute("position",new gt(d,3)),this.setAttribute("normal",new gt(u,3)),this.setAttribute("uv",new gt(f,2));function _(){let b=new P,C=new P,A=0,x=(t-e)/n;for(let w=0;w<=r;w++){let O=[],L=w/r,D=L*(t-e)+e;for(let z=0;z<=s;z++){let H=z/s,U=H*l+a,W=Math.sin(U),Y=Math.cos(U);C.x=D*W,C.y=-L*n+m,C.z=D*Y,d.push(C.x,C.y,C.z),b.set(W,x,Y).normalize(),u.push(b.x,b.y,b.z),f.push(H,1-L),O.push(g++)}v.push(O)}for(let w=0;w<s;w++)for(let O=0;O<r;O++){let L=v[O][w],D=v[O+1][w],z=v[O+1][w+1],H=v[O][w+1];(e>0||O!==0)&&(h.push(L,D,H),A+=3),(t>0||O!==r-1)&&(h.push(D,z,H),A+=3)}c.addGroup(p,A,0),p+=A}function T(b){let C=g,A=new Ge,x=new P,w=0,O=b===!0?e:t,L=b===!0?1:-1;for(let z=1;z<=s;z++)d.push(0,m*L,0),u.push(0,L,0),f.push(.5,.5),g++;let D=g;for(let z=0;z<=s;z++){let U=z/s*l+a,W=Math.cos(U),Y=Math.sin(U);x.x=O*Y,x.y=m*L,x.z=O*W,d.push(x.x,x.y,x.z),u.push(0,L,0),A.x=W*.5+.5,A.y=Y*.5*L+.5,f.push(A.x,A.y),g++}for(let z=0;z<s;z++){let H=C+z,U=D+z;b===!0?h.push(U,U+1,H):h.push(U+1,U,H),w+=3}c.addGroup(p,w,b===!0?1:2),p+=w}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radiusTop,e.radiusBottom,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}},ya=class i extends as{constructor(e=1,t=1,n=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,e,t,n,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:e,height:t,radialSegments:n,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(e){return new i(e.radius,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}},va=class i extends Ot{constructor(e=[],t=[],n=1,s=0){super(),this.type="PolyhedronGeometry",this.parameters={vertices:e,indices:t,radius:n,detail:s};let r=[],o=[];a(s),c(n),h(),this.setAttribute("position",new gt(r,3)),this.setAttribute("normal",new gt(r.slice(),3)),this.setAttribute("uv",new gt(o,2)),s===0?this.computeVertexNormals():this.normalizeNormals();function a(_){let T=new P,b=new P,C=new P;for(let A=0;A<t.length;A+=3)f(t[A+0],T),f(t[A+1],b),f(t[A+2],C),l(T,b,C,_)}function l(_,T,b,C){let A=C+1,x=[];for(let w=0;w<=A;w++){x[w]=[];let O=_.clone().lerp(b,w/A),L=T.clone().lerp(b,w/A),D=A-w;for(let z=0;z<=D;z++)z===0&&w===A?x[w][z]=O:x[w][z]=O.clone().lerp(L,z/D)}for(let w=0;w<A;w++)for(let O=0;O<2*(A-w)-1;O++){let L=Math.floor(O/2);O%2===0?(u(x[w][L+1]),u(x[w+1][L]),u(x[w][L])):(u(x[w][L+1]),u(x[w+1][L+1]),u(x[w+1][L]))}}function c(_){let T=new P;for(let b=0;b<r.length;b+=3)T.x=r[b+0],T.y=r[b+1],T.z=r[b+2],T.normalize().multiplyScalar(_),r[b+0]=T.x,r[b+1]=T.y,r[b+2]=T.z}function h(){let _=new P;for(let T=0;T<r.length;T+=3){_.x=r[T+0],_.y=r[T+1],_.z=r[T+2];let b=m(_)/2/Math.PI+.5,C=p(_)/Math.PI+.5;o.push(b,1-C)}g(),d()}function d(){for(let _=0;_<o.length;_+=6){let T=o[_+0],b=o[_+2],C=o[_+4],A=Math.max(T,b,C),x=Math.min(T,b,C);A>.9&&x<.1&&(T<.2&&(o[_+0]+=1),b<.2&&(o[_+2]+=1),C<.2&&(o[_+4]+=1))}}function u(_){r.push(_.x,_.y,_.z)}function f(_,T){let b=_*3;T.x=e[b+0],T.y=e[b+1],T.z=e[b+2]}function g(){let _=new P,T=new P,b=new P,C=new P,A=new Ge,x=new Ge,w=new Ge;for(let O=0,L=0;O<r.length;O+=9,L+=6){_.set(r[O+0],r[O+1],r[O+2]),T.set(r[O+3],r[O+4],r[O+5]),b.set(r[O+6],r[O+7],r[O+8]),A.set(o[L+0],o[L+1]),x.set(o[L+2],o[L+3]),w.set(o[L+4],o[L+5]),C.copy(_).add(T).add(b).divideScalar(3);let D=m(C);v(A,L+0,_,D),v(x,L+2,T,D),v(w,L+4,b,D)}}function v(_,T,b,C){C<0&&_.x===1&&(o[T]=_.x-1),b.x===0&&b.z===0&&(o[T]=C/2/Math.PI+.5)}function m(_){return Math.atan2(_.z,-_.x)}function p(_){return Math.atan2(-_.y,Math.sqrt(_.x*_.x+_.z*_.z))}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.vertices,e.indices,e.radius,e.detail)}};var ba=class i extends va{constructor(e=1,t=0){let n=(1+Math.sqrt(5))/2,s=[-1,n,0,1,n,0,-1,-n,0,1,-n,0,0,-1,n,0,1,n,0,-1,-n,0,1,-n,n,0,-1,n,0,1,-n,0,-1,-n,0,1],r=[0,11,5,0,5,1,0,1,7,0,7,10,0,10,11,1,5,9,5,11,4,11,10,2,10,7,6,7,1,8,3,9,4,3,4,2,3,2,6,3,6,8,3,8,9,4,9,5,2,4,11,6,2,10,8,6,7,9,8,1];super(s,r,e,t),this.type="IcosahedronGeometry",this.parameters={radius:e,detail:t}}static fromJSON(e){return new i(e.radius,e.detail)}},yr=class i extends Ot{constructor(e=[new Ge(0,-.5),new Ge(.5,0),new Ge(0,.5)],t=12,n=0,s=Math.PI*2){super(),this.type="LatheGeometry",this.parameters={points:e,segments:t,phiStart:n,phiLength:s},t=Math.floor(t),s=rt(s,0,Math.PI*2);let r=[],o=[],a=[],l=[],c=[],h=1/t,d=new P,u=new Ge,f=new P,g=new P,v=new P,m=0,p=0;for(let _=0;_<=e.length-1;_++)switch(_){case 0:m=e[_+1].x-e[_].x,p=e[_+1].y-e[_].y,f.x=p*1,f.y=-m,f.z=p*0,v.copy(f),f.normalize(),l.push(f.x,f.y,f.z);break;case e.length-1:v.normalize(),l.push(v.x,v.y,v.z);break;default:m=e[_+1].x-e[_].x,p=e[_+1].y-e[_].y,f.x=p*1,f.y=-m,f.z=p*0,g.copy(f),f.x+=v.x,f.y+=v.y,f.z+=v.z,f.normalize(),l.push(f.x,f.y,f.z),v.copy(g)}for(let _=0;_<=t;_++){let T=n+_*h*s,b=Math.sin(T),C=Math.cos(T);for(let A=0;A<=e.length-1;A++){d.x=e[A].x*b,d.y=e[A].y,d.z=e[A].x*C,o.push(d.x,d.y,d.z),u.x=_/t,u.y=A/(e.length-1),a.push(u.x,u.y);let x=l[3*A+0]*b,w=l[3*A+1],O=l[3*A+0]*C;c.push(x,w,O)}}for(let _=0;_<t;_++)for(let T=0;T<e.length-1;T++){let b=T+_*e.length,C=b,A=b+e.length,x=b+e.length+1,w=b+1;r.push(C,A,w),r.push(x,w,A)}this.setIndex(r),this.setAttribute("position",new gt(o,3)),this.setAttribute("uv",new gt(a,2)),this.setAttribute("normal",new gt(c,3))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.points,e.segments,e.phiStart,e.phiLength)}},Sa=class i extends va{constructor(e=1,t=0){let n=[1,0,0,-1,0,0,0,1,0,0,-1,0,0,0,1,0,0,-1],s=[0,2,4,0,4,3,0,3,5,0,5,2,1,2,5,1,5,3,1,3,4,1,4,2];super(n,s,e,t),this.type="OctahedronGeometry",this.parameters={radius:e,detail:t}}static fromJSON(e){return new i(e.radius,e.detail)}},bi=class i extends Ot{constructor(e=1,t=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:e,height:t,widthSegments:n,heightSegments:s};let r=e/2,o=t/2,a=Math.floor(n),l=Math.floor(s),c=a+1,h=l+1,d=e/a,u=t/l,f=[],g=[],v=[],m=[];for(let p=0;p<h;p++){let _=p*u-o;for(let T=0;T<c;T++){let b=T*d-r;g.push(b,-_,0),v.push(0,0,1),m.push(T/a),m.push(1-p/l)}}for(let p=0;p<l;p++)for(let _=0;_<a;_++){let T=_+c*p,b=_+c*(p+1),C=_+1+c*(p+1),A=_+1+c*p;f.push(T,b,A),f.push(b,C,A)}this.setIndex(f),this.setAttribute("position",new gt(g,3)),this.setAttribute("normal",new gt(v,3)),this.setAttribute("uv",new gt(m,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.width,e.height,e.widthSegments,e.heightSegments)}};var ni=class i extends Ot{constructor(e=1,t=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:e,widthSegments:t,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},t=Math.max(3,Math.floor(t)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],d=new P,u=new P,f=[],g=[],v=[],m=[];for(let p=0;p<=n;p++){let _=[],T=p/n,b=o+T*a,C=e*Math.cos(b),A=Math.sqrt(e*e-C*C),x=0;p===0&&o===0?x=.5/t:p===n&&l===Math.PI&&(x=-.5/t);for(let w=0;w<=t;w++){let O=w/t,L=s+O*r;d.x=-A*Math.cos(L),d.y=C,d.z=A*Math.sin(L),g.push(d.x,d.y,d.z),u.copy(d).normalize(),v.push(u.x,u.y,u.z),m.push(O+x,1-T),_.push(c++)}h.push(_)}for(let p=0;p<n;p++)for(let _=0;_<t;_++){let T=h[p][_+1],b=h[p][_],C=h[p+1][_],A=h[p+1][_+1];(p!==0||o>0)&&f.push(T,b,A),(p!==n-1||l<Math.PI)&&f.push(b,C,A)}this.setIndex(f),this.setAttribute("position",new gt(g,3)),this.setAttribute("normal",new gt(v,3)),this.setAttribute("uv",new gt(m,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radius,e.widthSegments,e.heightSegments,e.phiStart,e.phiLength,e.thetaStart,e.thetaLength)}};var Ma=class i extends Ot{constructor(e=1,t=.4,n=12,s=48,r=Math.PI*2,o=0,a=Math.PI*2){super(),this.type="TorusGeometry",this.parameters={radius:e,tube:t,radialSegments:n,tubularSegments:s,arc:r,thetaStart:o,thetaLength:a},n=Math.floor(n),s=Math.floor(s);let l=[],c=[],h=[],d=[],u=new P,f=new P,g=new P;for(let v=0;v<=n;v++){let m=o+v/n*a;for(let p=0;p<=s;p++){let _=p/s*r;f.x=(e+t*Math.cos(m))*Math.cos(_),f.y=(e+t*Math.cos(m))*Math.sin(_),f.z=t*Math.sin(m),c.push(f.x,f.y,f.z),u.x=e*Math.cos(_),u.y=e*Math.sin(_),g.subVectors(f,u).normalize(),h.push(g.x,g.y,g.z),d.push(p/s),d.push(v/n)}}for(let v=1;v<=n;v++)for(let m=1;m<=s;m++){let p=(s+1)*v+m-1,_=(s+1)*(v-1)+m-1,T=(s+1)*(v-1)+m,b=(s+1)*v+m;l.push(p,_,b),l.push(_,T,b)}this.setIndex(l),this.setAttribute("position",new gt(c,3)),this.setAttribute("normal",new gt(h,3)),this.setAttribute("uv",new gt(d,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radius,e.tube,e.radialSegments,e.tubularSegments,e.arc,e.thetaStart,e.thetaLength)}};var wa=class extends Ot{constructor(e=null){if(super(),this.type="WireframeGeometry",this.parameters={geometry:e},e!==null){let t=[],n=new Set,s=new P,r=new P;if(e.index!==null){let o=e.attributes.position,a=e.index,l=e.groups;l.length===0&&(l=[{start:0,count:a.count,materialIndex:0}]);for(let c=0,h=l.length;c<h;++c){let d=l[c],u=d.start,f=d.count;for(let g=u,v=u+f;g<v;g+=3)for(let m=0;m<3;m++){let p=a.getX(g+m),_=a.getX(g+(m+1)%3);s.fromBufferAttribute(o,p),r.fromBufferAttribute(o,_),am(s,r,n)===!0&&(t.push(s.x,s.y,s.z),t.push(r.x,r.y,r.z))}}}else{let o=e.attributes.position;for(let a=0,l=o.count/3;a<l;a++)for(let c=0;c<3;c++){let h=3*a+c,d=3*a+(c+1)%3;s.fromBufferAttribute(o,h),r.fromBufferAttribute(o,d),am(s,r,n)===!0&&(t.push(s.x,s.y,s.z),t.push(r.x,r.y,r.z))}}this.setAttribute("position",new gt(t,3))}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}};function am(i,e,t){let n=`${i.x},${i.y},${i.z}-${e.x},${e.y},${e.z}`,s=`${e.x},${e.y},${e.z}-${i.x},${i.y},${i.z}`;return t.has(n)===!0||t.has(s)===!0?!1:(t.add(n),t.add(s),!0)}var Ea=class extends os{constructor(e){super(),this.isShadowMaterial=!0,this.type="ShadowMaterial",this.color=new De(0),this.transparent=!0,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.fog=e.fog,this}};function wr(i){let e={};for(let t in i){e[t]={};for(let n in i[t]){let s=i[t][n];if(lm(s))s.isRenderTargetTexture?(Ze("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),e[t][n]=null):e[t][n]=s.clone();else if(Array.isArray(s))if(lm(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();e[t][n]=r}else e[t][n]=s.slice();else e[t][n]=s}}return e}function Xn(i){let e={};for(let t=0;t<i.length;t++){let n=wr(i[t]);for(let s in n)e[s]=n[s]}return e}function lm(i){return i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)}function oy(i){let e=[];for(let t=0;t<i.length;t++)e.push(i[t].clone());return e}function cf(i){let e=i.getRenderTarget();return e===null?i.outputColorSpace:e.isXRRenderTarget===!0?e.texture.colorSpace:yt.workingColorSpace}var qa={clone:wr,merge:Xn},ay=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,ly=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,ai=class extends os{constructor(e){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=ay,this.fragmentShader=ly,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=wr(e.uniforms),this.uniformsGroups=oy(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?t.uniforms[s]={type:"t",value:o.toJSON(e).uuid}:o&&o.isColor?t.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?t.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?t.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?t.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?t.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?t.uniforms[s]={type:"m4",value:o.toArray()}:t.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(t.extensions=n),t}fromJSON(e,t){if(super.fromJSON(e,t),e.uniforms!==void 0)for(let n in e.uniforms){let s=e.uniforms[n];switch(this.uniforms[n]={},s.type){case"t":this.uniforms[n].value=t[s.value]||null;break;case"c":this.uniforms[n].value=new De().setHex(s.value);break;case"v2":this.uniforms[n].value=new Ge().fromArray(s.value);break;case"v3":this.uniforms[n].value=new P().fromArray(s.value);break;case"v4":this.uniforms[n].value=new Rt().fromArray(s.value);break;case"m3":this.uniforms[n].value=new nt().fromArray(s.value);break;case"m4":this.uniforms[n].value=new Ke().fromArray(s.value);break;default:this.uniforms[n].value=s.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let n in e.extensions)this.extensions[n]=e.extensions[n];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&(this.clipping=e.clipping),this}},_c=class extends ai{constructor(e){super(e),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},cn=class extends os{constructor(e){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new De(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new De(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=vh,this.normalScale=new Ge(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Cs,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.defines={STANDARD:""},this.color.copy(e.color),this.roughness=e.roughness,this.metalness=e.metalness,this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.roughnessMap=e.roughnessMap,this.metalnessMap=e.metalnessMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.envMapIntensity=e.envMapIntensity,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}};var xc=class extends os{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=zm,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}},yc=class extends os{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this}};function no(i,e){return!i||i.constructor===e?i:typeof e.BYTES_PER_ELEMENT=="number"?new e(i):Array.prototype.slice.call(i)}function Zl(i){return i!==void 0&&i.inTangents!==void 0&&i.outTangents!==void 0}var js=class{constructor(e,t,n,s){this.parameterPositions=e,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new t.constructor(n),this.sampleValues=t,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(e){let t=this.parameterPositions,n=this._cachedIndex,s=t[n],r=t[n-1];n:{e:{let o;t:{i:if(!(e<s)){for(let a=n+2;;){if(s===void 0){if(e<r)break i;return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=t[++n],e<s)break e}o=t.length;break t}if(!(e>=r)){let a=t[1];e<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(s=r,r=t[--n-1],e>=r)break e}o=n,n=0;break t}break n}for(;n<o;){let a=n+o>>>1;e<t[a]?o=a:n=a+1}if(s=t[n],r=t[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,e,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(e){let t=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=e*s;for(let o=0;o!==s;++o)t[o]=n[r+o];return t}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},vc=class extends js{constructor(e,t,n,s){super(e,t,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:Td,endingEnd:Td}}intervalChanged_(e,t,n){let s=this.parameterPositions,r=e-2,o=e+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case Cd:r=e,a=2*t-n;break;case Rd:r=s.length-2,a=t+s[r]-s[r+1];break;default:r=e,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case Cd:o=e,l=2*n-t;break;case Rd:o=1,l=n+s[1]-s[0];break;default:o=e-1,l=t}let c=(n-t)*.5,h=this.valueSize;this._weightPrev=c/(t-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=this._offsetPrev,d=this._offsetNext,u=this._weightPrev,f=this._weightNext,g=(n-t)/(s-t),v=g*g,m=v*g,p=-u*m+2*u*v-u*g,_=(1+u)*m+(-1.5-2*u)*v+(-.5+u)*g+1,T=(-1-f)*m+(1.5+f)*v+.5*g,b=f*m-f*v;for(let C=0;C!==a;++C)r[C]=p*o[h+C]+_*o[c+C]+T*o[l+C]+b*o[d+C];return r}},bc=class extends js{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=(n-t)/(s-t),d=1-h;for(let u=0;u!==a;++u)r[u]=o[c+u]*d+o[l+u]*h;return r}},Sc=class extends js{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e){return this.copySampleValue_(e-1)}},Mc=class extends js{interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=this.inTangents,d=this.outTangents;if(!h||!d){let g=(n-t)/(s-t),v=1-g;for(let m=0;m!==a;++m)r[m]=o[c+m]*v+o[l+m]*g;return r}let u=a*2,f=e-1;for(let g=0;g!==a;++g){let v=o[c+g],m=o[l+g],p=f*u+g*2,_=d[p],T=d[p+1],b=e*u+g*2,C=h[b],A=h[b+1],x=hy(n,t,_,C,s);r[g]=Qm(x,v,T,A,m)}return r}};function Qm(i,e,t,n,s){let r=1-i;return r*r*r*e+3*r*r*i*t+3*r*i*i*n+i*i*i*s}function cy(i,e,t,n,s){let r=1-i;return 3*r*r*(t-e)+6*r*i*(n-t)+3*i*i*(s-n)}function hy(i,e,t,n,s){let r=(i-e)/(s-e);for(let o=0;o<8;o++){let a=Qm(r,e,t,n,s)-i;if(Math.abs(a)<1e-10)break;let l=cy(r,e,t,n,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var Si=class{constructor(e,t,n,s){if(e===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(t===void 0||t.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+e);this.name=e,this.times=no(t,this.TimeBufferType),this.values=no(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(e){let t=e.constructor,n;if(t.toJSON!==this.toJSON)n=t.toJSON(e);else{n={name:e.name,times:no(e.times,Array),values:no(e.values,Array)};let s=e.getInterpolation();s!==e.DefaultInterpolation&&(n.interpolation=s),Zl(e.settings)&&(n.settings={inTangents:no(e.settings.inTangents,Array),outTangents:no(e.settings.outTangents,Array)})}return n.type=e.ValueTypeName,n}InterpolantFactoryMethodDiscrete(e){return new Sc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodLinear(e){return new bc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodSmooth(e){return new vc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodBezier(e){let t=new Mc(this.times,this.values,this.getValueSize(),e);return this.settings&&(t.inTangents=this.settings.inTangents,t.outTangents=this.settings.outTangents),t}setInterpolation(e){let t;switch(e){case oa:t=this.InterpolantFactoryMethodDiscrete;break;case cc:t=this.InterpolantFactoryMethodLinear;break;case jl:t=this.InterpolantFactoryMethodSmooth;break;case Ad:t=this.InterpolantFactoryMethodBezier;break}if(t===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(e!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return Ze("KeyframeTrack:",n),this}return this.createInterpolant=t,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return oa;case this.InterpolantFactoryMethodLinear:return cc;case this.InterpolantFactoryMethodSmooth:return jl;case this.InterpolantFactoryMethodBezier:return Ad}}getValueSize(){return this.values.length/this.times.length}shift(e){if(e!==0){let t=this.times;for(let n=0,s=t.length;n!==s;++n)t[n]+=e;Zl(this.settings)&&(cm(this.settings.inTangents,e),cm(this.settings.outTangents,e))}return this}scale(e){if(e!==1){let t=this.times;for(let n=0,s=t.length;n!==s;++n)t[n]*=e;Zl(this.settings)&&(hm(this.settings.inTangents,e),hm(this.settings.outTangents,e))}return this}trim(e,t){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<e;)++r;for(;o!==-1&&n[o]>t;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let e=!0,t=this.getValueSize();t-Math.floor(t)!==0&&(et("KeyframeTrack: Invalid value size in track.",this),e=!1);let n=this.times,s=this.values,r=n.length;r===0&&(et("KeyframeTrack: Track is empty.",this),e=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){et("KeyframeTrack: Time is not a valid number.",this,a,l),e=!1;break}if(o!==null&&o>l){et("KeyframeTrack: Out of order keys.",this,a,l,o),e=!1;break}o=l}if(s!==void 0&&Ex(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){et("KeyframeTrack: Value is not a valid number.",this,a,c),e=!1;break}}return e}optimize(){let e=this.times.slice(),t=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===jl,r=e.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=e[a],h=e[a+1];if(c!==h&&(a!==1||c!==e[0]))if(s)l=!0;else{let d=a*n,u=d-n,f=d+n;for(let g=0;g!==n;++g){let v=t[d+g];if(v!==t[u+g]||v!==t[f+g]){l=!0;break}}}if(l){if(a!==o){e[o]=e[a];let d=a*n,u=o*n;for(let f=0;f!==n;++f)t[u+f]=t[d+f]}++o}}if(r>0){e[o]=e[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)t[l+c]=t[a+c];++o}return o!==e.length?(this.times=e.slice(0,o),this.values=t.slice(0,o*n)):(this.times=e,this.values=t),this}clone(){let e=this.times.slice(),t=this.values.slice(),n=this.constructor,s=new n(this.name,e,t);return s.createInterpolant=this.createInterpolant,Zl(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function cm(i,e){for(let t=0,n=i.length;t!==n;t+=2)i[t]+=e}function hm(i,e){for(let t=0,n=i.length;t!==n;t+=2)i[t]*=e}Si.prototype.ValueTypeName="";Si.prototype.TimeBufferType=Float32Array;Si.prototype.ValueBufferType=Float32Array;Si.prototype.DefaultInterpolation=cc;var Qs=class extends Si{constructor(e,t,n){super(e,t,n)}};Qs.prototype.ValueTypeName="bool";Qs.prototype.ValueBufferType=Array;Qs.prototype.DefaultInterpolation=oa;Qs.prototype.InterpolantFactoryMethodLinear=void 0;Qs.prototype.InterpolantFactoryMethodSmooth=void 0;var wc=class extends Si{constructor(e,t,n,s){super(e,t,n,s)}};wc.prototype.ValueTypeName="color";var Ec=class extends Si{constructor(e,t,n,s){super(e,t,n,s)}};Ec.prototype.ValueTypeName="number";var Ac=class extends js{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-t)/(s-t),c=e*a;for(let h=c+a;c!==h;c+=4)zt.slerpFlat(r,0,o,c-a,o,c,l);return r}},Aa=class extends Si{constructor(e,t,n,s){super(e,t,n,s)}InterpolantFactoryMethodLinear(e){return new Ac(this.times,this.values,this.getValueSize(),e)}};Aa.prototype.ValueTypeName="quaternion";Aa.prototype.InterpolantFactoryMethodSmooth=void 0;var er=class extends Si{constructor(e,t,n){super(e,t,n)}};er.prototype.ValueTypeName="string";er.prototype.ValueBufferType=Array;er.prototype.DefaultInterpolation=oa;er.prototype.InterpolantFactoryMethodLinear=void 0;er.prototype.InterpolantFactoryMethodSmooth=void 0;var Tc=class extends Si{constructor(e,t,n,s){super(e,t,n,s)}};Tc.prototype.ValueTypeName="vector";var Cc=class{constructor(e,t,n){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=e,this.onProgress=t,this.onError=n,this._abortController=null,this.itemStart=function(h){a++,r===!1&&s.onStart!==void 0&&s.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,s.onProgress!==void 0&&s.onProgress(h,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(h){s.onError!==void 0&&s.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,d){return c.push(h,d),this},this.removeHandler=function(h){let d=c.indexOf(h);return d!==-1&&c.splice(d,2),this},this.getHandler=function(h){for(let d=0,u=c.length;d<u;d+=2){let f=c[d],g=c[d+1];if(f.global&&(f.lastIndex=0),f.test(h))return g}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},eg=new Cc,Rc=class{constructor(e){this.manager=e!==void 0?e:eg,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(e,t){let n=this;return new Promise(function(s,r){n.load(e,s,t,r)})}parse(){}setCrossOrigin(e){return this.crossOrigin=e,this}setWithCredentials(e){return this.withCredentials=e,this}setPath(e){return this.path=e,this}setResourcePath(e){return this.resourcePath=e,this}setRequestHeader(e){return this.requestHeader=e,this}setPriority(e){return this.priority=e,this}setCache(e){return this.cache=e,this}abort(){return this}};Rc.DEFAULT_MATERIAL_NAME="__DEFAULT";var _o=class extends Fn{static registerNode(e){this.prototype._lightNode=e}constructor(e,t=1){super(),this.isLight=!0,this.type="Light",this.color=new De(e),this.intensity=t}copy(e,t){return super.copy(e,t),this.color.copy(e.color),this.intensity=e.intensity,this}toJSON(e){let t=super.toJSON(e);return t.object.color=this.color.getHex(),t.object.intensity=this.intensity,t}},Ta=class extends _o{constructor(e,t,n){super(e,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(Fn.DEFAULT_UP),this.updateMatrix(),this.groundColor=new De(t)}copy(e,t){return super.copy(e,t),this.groundColor.copy(e.groundColor),this}toJSON(e){let t=super.toJSON(e);return t.object.groundColor=this.groundColor.getHex(),t}},wd=new Ke,um=new P,dm=new P,Pc=class{constructor(e){this.camera=e,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new Ge(512,512),this.mapType=ci,this.map=null,this.mapPass=null,this.matrix=new Ke,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new Ks,this._frameExtents=new Ge(1,1),this._viewportCount=1,this._viewports=[new Rt(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(e){let t=this.camera;um.setFromMatrixPosition(e.matrixWorld),t.position.copy(um),dm.setFromMatrixPosition(e.target.matrixWorld),t.lookAt(dm),t.updateMatrixWorld(),this._updateMatrix(t,this.matrix,this._frustum)}_updateMatrix(e,t,n,s){wd.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),n.setFromProjectionMatrix(wd,e.coordinateSystem,e.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;e.coordinateSystem===co||e.reversedDepth?t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),t.multiply(wd)}getViewport(e){return this._viewports[e]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(e){return this.camera=e.camera.clone(),this.intensity=e.intensity,this.bias=e.bias,this.radius=e.radius,this.autoUpdate=e.autoUpdate,this.needsUpdate=e.needsUpdate,this.normalBias=e.normalBias,this.blurSamples=e.blurSamples,this.mapSize.copy(e.mapSize),this.mapType=e.mapType,this.biasNode=e.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let e={};return e.intensity=this.intensity,e.bias=this.bias,e.normalBias=this.normalBias,e.radius=this.radius,e.blurSamples=this.blurSamples,e.mapSize=this.mapSize.toArray(),e.mapType=this.mapType,e.camera=this.camera.toJSON(!1).object,delete e.camera.matrix,e}},$l=new P,Kl=new zt,ss=new P,Ca=class extends Fn{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Ke,this.projectionMatrix=new Ke,this.projectionMatrixInverse=new Ke,this.coordinateSystem=Pi,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose($l,Kl,ss),ss.x===1&&ss.y===1&&ss.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose($l,Kl,ss.set(1,1,1)).invert()}updateWorldMatrix(e,t,n=!1){super.updateWorldMatrix(e,t,n),this.matrixWorld.decompose($l,Kl,ss),ss.x===1&&ss.y===1&&ss.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose($l,Kl,ss.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Ys=new P,fm=new Ge,pm=new Ge,jn=class extends Ca{constructor(e=50,t=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=e,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=uo*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(sa*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return uo*2*Math.atan(Math.tan(sa*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,n){Ys.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(Ys.x,Ys.y).multiplyScalar(-e/Ys.z),Ys.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(Ys.x,Ys.y).multiplyScalar(-e/Ys.z)}getViewSize(e,t){return this.getViewBounds(e,fm,pm),t.subVectors(pm,fm)}setViewOffset(e,t,n,s,r,o){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(sa*.5*this.fov)/this.zoom,n=2*t,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,t-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=e*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,t,t-n,e,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.object.filmOffset=this.filmOffset,t}};var Ra=class extends Ca{constructor(e=-1,t=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-e,o=n+e,a=s+t,l=s-t;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}},Pd=class extends Pc{constructor(){super(new Ra(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},Pa=class extends _o{constructor(e,t){super(e,t),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(Fn.DEFAULT_UP),this.updateMatrix(),this.target=new Fn,this.shadow=new Pd}dispose(){super.dispose(),this.shadow.dispose()}copy(e){return super.copy(e),this.target=e.target.clone(),this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.shadow=this.shadow.toJSON(),t.object.target=this.target.uuid,t}},Ia=class extends _o{constructor(e,t){super(e,t),this.isAmbientLight=!0,this.type="AmbientLight"}};var La=class extends Ot{constructor(){super(),this.isInstancedBufferGeometry=!0,this.type="InstancedBufferGeometry",this.instanceCount=1/0}copy(e){return super.copy(e),this.instanceCount=e.instanceCount,this}toJSON(){let e=super.toJSON();return e.instanceCount=this.instanceCount,e.isInstancedBufferGeometry=!0,e}};var io=-90,so=1,xo=class extends Fn{constructor(e,t,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new jn(io,so,e,t);s.layers=this.layers,this.add(s);let r=new jn(io,so,e,t);r.layers=this.layers,this.add(r);let o=new jn(io,so,e,t);o.layers=this.layers,this.add(o);let a=new jn(io,so,e,t);a.layers=this.layers,this.add(a);let l=new jn(io,so,e,t);l.layers=this.layers,this.add(l);let c=new jn(io,so,e,t);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let e=this.coordinateSystem,t=this.children.concat(),[n,s,r,o,a,l]=t;for(let c of t)this.remove(c);if(e===Pi)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(e===co)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+e);for(let c of t)this.add(c),c.updateMatrixWorld()}update(e,t){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,d=e.getRenderTarget(),u=e.getActiveCubeFace(),f=e.getActiveMipmapLevel(),g=e.xr.enabled;e.xr.enabled=!1;let v=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let m=!1;e.isWebGLRenderer===!0?m=e.state.buffers.depth.getReversed():m=e.reversedDepthBuffer,e.setRenderTarget(n,0,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,r),e.setRenderTarget(n,1,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,o),e.setRenderTarget(n,2,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,a),e.setRenderTarget(n,3,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,l),e.setRenderTarget(n,4,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,c),n.texture.mipmapsAutoUpdate=v,e.setRenderTarget(n,5,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,h),e.setRenderTarget(d,u,f),e.xr.enabled=g,n.texture.needsPMREMUpdate=!0}},Ic=class extends jn{constructor(e=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=e,this.perCameraFrustumCulled=!1}};var hf="\\[\\]\\.:\\/",uy=new RegExp("["+hf+"]","g"),uf="[^"+hf+"]",dy="[^"+hf.replace("\\.","")+"]",fy=/((?:WC+[\/:])*)/.source.replace("WC",uf),py=/(WCOD+)?/.source.replace("WCOD",dy),my=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",uf),gy=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",uf),_y=new RegExp("^"+fy+py+my+gy+"$"),xy=["material","materials","bones","map"],Id=class{constructor(e,t,n){let s=n||Zt.parseTrackName(t);this._targetGroup=e,this._bindings=e.subscribe_(t,s)}getValue(e,t){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(e,t)}setValue(e,t){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(e,t)}bind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].bind()}unbind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].unbind()}},Zt=class i{constructor(e,t,n){this.path=t,this.parsedPath=n||i.parseTrackName(t),this.node=i.findNode(e,this.parsedPath.nodeName),this.rootNode=e,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(e,t,n){return e&&e.isAnimationObjectGroup?new i.Composite(e,t,n):new i(e,t,n)}static sanitizeNodeName(e){return e.replace(/\s/g,"_").replace(uy,"")}static parseTrackName(e){let t=_y.exec(e);if(t===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+e);let n={nodeName:t[2],objectName:t[3],objectIndex:t[4],propertyName:t[5],propertyIndex:t[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);xy.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+e);return n}static findNode(e,t){if(t===void 0||t===""||t==="."||t===-1||t===e.name||t===e.uuid)return e;if(e.skeleton){let n=e.skeleton.getBoneByName(t);if(n!==void 0)return n}if(e.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===t||a.uuid===t)return a;let l=n(a.children);if(l)return l}return null},s=n(e.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(e,t){e[t]=this.targetObject[this.propertyName]}_getValue_array(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)e[t++]=n[s]}_getValue_arrayElement(e,t){e[t]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(e,t){this.resolvedProperty.toArray(e,t)}_setValue_direct(e,t){this.targetObject[this.propertyName]=e[t]}_setValue_direct_setNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++]}_setValue_array_setNeedsUpdate(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(e,t){this.resolvedProperty[this.propertyIndex]=e[t]}_setValue_arrayElement_setNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(e,t){this.resolvedProperty.fromArray(e,t)}_setValue_fromArray_setNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(e,t){this.bind(),this.getValue(e,t)}_setValue_unbound(e,t){this.bind(),this.setValue(e,t)}bind(){let e=this.node,t=this.parsedPath,n=t.objectName,s=t.propertyName,r=t.propertyIndex;if(e||(e=i.findNode(this.rootNode,t.nodeName),this.node=e),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!e){Ze("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=t.objectIndex;switch(n){case"materials":if(!e.material){et("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.materials){et("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}e=e.material.materials;break;case"bones":if(!e.skeleton){et("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}e=e.skeleton.bones;for(let h=0;h<e.length;h++)if(e[h].name===c){c=h;break}break;case"map":if("map"in e){e=e.map;break}if(!e.material){et("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.map){et("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}e=e.material.map;break;default:if(e[n]===void 0){et("PropertyBinding: Can not bind to objectName of node undefined.",this);return}e=e[n]}if(c!==void 0){if(e[c]===void 0){et("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,e);return}e=e[c]}}let o=e[s];if(o===void 0){let c=t.nodeName;et("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",e);return}let a=this.Versioning.None;this.targetObject=e,e.isMaterial===!0?a=this.Versioning.NeedsUpdate:e.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!e.geometry){et("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!e.geometry.morphAttributes){et("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}e.morphTargetDictionary[r]!==void 0&&(r=e.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};Zt.Composite=Id;Zt.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};Zt.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};Zt.prototype.GetterByBindingType=[Zt.prototype._getValue_direct,Zt.prototype._getValue_array,Zt.prototype._getValue_arrayElement,Zt.prototype._getValue_toArray];Zt.prototype.SetterByBindingTypeAndVersioning=[[Zt.prototype._setValue_direct,Zt.prototype._setValue_direct_setNeedsUpdate,Zt.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[Zt.prototype._setValue_array,Zt.prototype._setValue_array_setNeedsUpdate,Zt.prototype._setValue_array_setMatrixWorldNeedsUpdate],[Zt.prototype._setValue_arrayElement,Zt.prototype._setValue_arrayElement_setNeedsUpdate,Zt.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[Zt.prototype._setValue_fromArray,Zt.prototype._setValue_fromArray_setNeedsUpdate,Zt.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var ST=new Float32Array(1);var ls=class extends pa{constructor(e,t,n=1){super(e,t),this.isInstancedInterleavedBuffer=!0,this.meshPerAttribute=n}copy(e){return super.copy(e),this.meshPerAttribute=e.meshPerAttribute,this}clone(e){let t=super.clone(e);return t.meshPerAttribute=this.meshPerAttribute,t}toJSON(e){let t=super.toJSON(e);return t.isInstancedInterleavedBuffer=!0,t.meshPerAttribute=this.meshPerAttribute,t}};var mm=new Ke,Da=class{constructor(e,t,n=0,s=1/0){this.ray=new $s(e,t),this.near=n,this.far=s,this.camera=null,this.layers=new po,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(e,t){this.ray.set(e,t)}setFromCamera(e,t){t.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(e.x,e.y,.5).unproject(t).sub(this.ray.origin).normalize(),this.camera=t):t.isOrthographicCamera?(this.ray.origin.set(e.x,e.y,t.projectionMatrix.elements[14]).unproject(t),this.ray.direction.set(0,0,-1).transformDirection(t.matrixWorld),this.camera=t):et("Raycaster: Unsupported camera type: "+t.type)}setFromXRController(e){return mm.identity().extractRotation(e.matrixWorld),this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(mm),this}intersectObject(e,t=!0,n=[]){return Ld(e,this,n,t),n.sort(gm),n}intersectObjects(e,t=!0,n=[]){for(let s=0,r=e.length;s<r;s++)Ld(e[s],this,n,t);return n.sort(gm),n}};function gm(i,e){return i.distance-e.distance}function Ld(i,e,t,n){let s=!0;if(i.layers.test(e.layers)&&i.raycast(e,t)===!1&&(s=!1),s===!0&&n===!0){let r=i.children;for(let o=0,a=r.length;o<a;o++)Ld(r[o],e,t,!0)}}var yo=class{constructor(e=1,t=0,n=0){this.radius=e,this.phi=t,this.theta=n}set(e,t,n){return this.radius=e,this.phi=t,this.theta=n,this}copy(e){return this.radius=e.radius,this.phi=e.phi,this.theta=e.theta,this}makeSafe(){return this.phi=rt(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(e){return this.setFromCartesianCoords(e.x,e.y,e.z)}setFromCartesianCoords(e,t,n){return this.radius=Math.sqrt(e*e+t*t+n*n),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(e,n),this.phi=Math.acos(rt(t/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var Dd=class{static{this.prototype.isMatrix2=!0}constructor(e,t,n,s){this.elements=[1,0,0,1],e!==void 0&&this.set(e,t,n,s)}identity(){return this.set(1,0,0,1),this}fromArray(e,t=0){for(let n=0;n<4;n++)this.elements[n]=e[n+t];return this}set(e,t,n,s){let r=this.elements;return r[0]=e,r[2]=t,r[1]=n,r[3]=s,this}};var _m=new P,Jl=new P,ro=new P,oo=new P,Ed=new P,yy=new P,vy=new P,Na=class{constructor(e=new P,t=new P){this.start=e,this.end=t}set(e,t){return this.start.copy(e),this.end.copy(t),this}copy(e){return this.start.copy(e.start),this.end.copy(e.end),this}getCenter(e){return e.addVectors(this.start,this.end).multiplyScalar(.5)}delta(e){return e.subVectors(this.end,this.start)}distanceSq(){return this.start.distanceToSquared(this.end)}distance(){return this.start.distanceTo(this.end)}at(e,t){return this.delta(t).multiplyScalar(e).add(this.start)}closestPointToPointParameter(e,t){_m.subVectors(e,this.start),Jl.subVectors(this.end,this.start);let n=Jl.dot(Jl);if(n===0)return 0;let r=Jl.dot(_m)/n;return t&&(r=rt(r,0,1)),r}closestPointToPoint(e,t,n){let s=this.closestPointToPointParameter(e,t);return this.delta(n).multiplyScalar(s).add(this.start)}distanceSqToLine3(e,t=yy,n=vy){let s=10000000000000001e-32,r,o,a=this.start,l=e.start,c=this.end,h=e.end;ro.subVectors(c,a),oo.subVectors(h,l),Ed.subVectors(a,l);let d=ro.dot(ro),u=oo.dot(oo),f=oo.dot(Ed);if(d<=s&&u<=s)return t.copy(a),n.copy(l),t.distanceToSquared(n);if(d<=s)r=0,o=f/u,o=rt(o,0,1);else{let g=ro.dot(Ed);if(u<=s)o=0,r=rt(-g/d,0,1);else{let v=ro.dot(oo),m=d*u-v*v;m!==0?r=rt((v*f-g*u)/m,0,1):r=0,o=(v*r+f)/u,o<0?(o=0,r=rt(-g/d,0,1)):o>1&&(o=1,r=rt((v-g)/d,0,1))}}return t.copy(a).addScaledVector(ro,r),n.copy(l).addScaledVector(oo,o),t.distanceToSquared(n)}applyMatrix4(e){return this.start.applyMatrix4(e),this.end.applyMatrix4(e),this}equals(e){return e.start.equals(this.start)&&e.end.equals(this.end)}clone(){return new this.constructor().copy(this)}};var Ua=class extends Hi{constructor(e,t=null){super(),this.object=e,this.domElement=t,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(e){this.domElement!==null&&this.disconnect(),this.domElement=e}disconnect(){}dispose(){}update(){}};function df(i,e,t,n){let s=by(n);switch(t){case Jd:return i*e;case zc:return i*e/s.components*s.byteLength;case Gc:return i*e/s.components*s.byteLength;case sr:return i*e*2/s.components*s.byteLength;case Vc:return i*e*2/s.components*s.byteLength;case jd:return i*e*3/s.components*s.byteLength;case Yi:return i*e*4/s.components*s.byteLength;case Hc:return i*e*4/s.components*s.byteLength;case za:case Ga:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*8;case Va:case Ha:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case Xc:case Yc:return Math.max(i,16)*Math.max(e,8)/4;case Wc:case qc:return Math.max(i,8)*Math.max(e,8)/2;case Zc:case $c:case Jc:case jc:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*8;case Kc:case Wa:case Qc:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case eh:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case th:return Math.floor((i+4)/5)*Math.floor((e+3)/4)*16;case nh:return Math.floor((i+4)/5)*Math.floor((e+4)/5)*16;case ih:return Math.floor((i+5)/6)*Math.floor((e+4)/5)*16;case sh:return Math.floor((i+5)/6)*Math.floor((e+5)/6)*16;case rh:return Math.floor((i+7)/8)*Math.floor((e+4)/5)*16;case oh:return Math.floor((i+7)/8)*Math.floor((e+5)/6)*16;case ah:return Math.floor((i+7)/8)*Math.floor((e+7)/8)*16;case lh:return Math.floor((i+9)/10)*Math.floor((e+4)/5)*16;case ch:return Math.floor((i+9)/10)*Math.floor((e+5)/6)*16;case hh:return Math.floor((i+9)/10)*Math.floor((e+7)/8)*16;case uh:return Math.floor((i+9)/10)*Math.floor((e+9)/10)*16;case dh:return Math.floor((i+11)/12)*Math.floor((e+9)/10)*16;case fh:return Math.floor((i+11)/12)*Math.floor((e+11)/12)*16;case ph:case mh:case gh:return Math.ceil(i/4)*Math.ceil(e/4)*16;case _h:case xh:return Math.ceil(i/4)*Math.ceil(e/4)*8;case Xa:case yh:return Math.ceil(i/4)*Math.ceil(e/4)*16}throw new Error(`Unable to determine texture byte length for ${t} format.`)}function by(i){switch(i){case ci:case Yd:return{byteLength:1,components:1};case Mo:case Zd:case qi:return{byteLength:2,components:1};case Bc:case kc:return{byteLength:2,components:4};case Xi:case Oc:case Ii:return{byteLength:4,components:1};case $d:case Kd:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?Ze("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function Sg(){let i=null,e=!1,t=null,n=null;function s(r,o){n=i.requestAnimationFrame(s),t(r,o)}return{start:function(){e!==!0&&t!==null&&i!==null&&(n=i.requestAnimationFrame(s),e=!0)},stop:function(){i!==null&&i.cancelAnimationFrame(n),e=!1},setAnimationLoop:function(r){t=r},setContext:function(r){i=r}}}function Ay(i){let e=new WeakMap;function t(a,l){let c=a.array,h=a.usage,d=c.byteLength,u=i.createBuffer();i.bindBuffer(l,u),i.bufferData(l,c,h),a.onUploadCallback();let f;if(c instanceof Float32Array)f=i.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)f=i.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?f=i.HALF_FLOAT:f=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)f=i.SHORT;else if(c instanceof Uint32Array)f=i.UNSIGNED_INT;else if(c instanceof Int32Array)f=i.INT;else if(c instanceof Int8Array)f=i.BYTE;else if(c instanceof Uint8Array)f=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)f=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:u,type:f,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:d}}function n(a,l,c){let h=l.array,d=l.updateRanges;if(i.bindBuffer(c,a),d.length===0)i.bufferSubData(c,0,h);else{d.sort((f,g)=>f.start-g.start);let u=0;for(let f=1;f<d.length;f++){let g=d[u],v=d[f];v.start<=g.start+g.count+1?g.count=Math.max(g.count,v.start+v.count-g.start):(++u,d[u]=v)}d.length=u+1;for(let f=0,g=d.length;f<g;f++){let v=d[f];i.bufferSubData(c,v.start*h.BYTES_PER_ELEMENT,h,v.start,v.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),e.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=e.get(a);l&&(i.deleteBuffer(l.buffer),e.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=e.get(a);(!h||h.version<a.version)&&e.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=e.get(a);if(c===void 0)e.set(a,t(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var Ty=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,Cy=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,Ry=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,Py=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Iy=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,Ly=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,Dy=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,Ny=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,Uy=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,Fy=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,Oy=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,By=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,ky=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,zy=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,Gy=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,Vy=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,Hy=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,Wy=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,Xy=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,qy=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,Yy=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,Zy=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,$y=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,Ky=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,Jy=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,jy=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,Qy=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,ev=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,tv=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,nv="gl_FragColor = linearToOutputTexel( gl_FragColor );",iv=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,sv=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,rv=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,ov=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,av=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,lv=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,cv=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,hv=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,uv=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,dv=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,fv=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,pv=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,mv=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,gv=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,_v=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,xv=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,yv=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,vv=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,bv=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,Sv=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,Mv=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,wv=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,Ev=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,Av=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,Tv=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,Cv=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,Rv=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,Pv=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Iv=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Lv=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,Dv=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,Nv=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,Uv=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,Fv=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Ov=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,Bv=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,kv=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,zv=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,Gv=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Vv=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,Hv=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Wv=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,Xv=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,qv=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,Yv=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,Zv=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,$v=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,Kv=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,Jv=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,jv=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,Qv=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,eb=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,tb=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,nb=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,ib=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,sb=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,rb=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,ob=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,ab=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,lb=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,cb=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,hb=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,ub=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,db=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,fb=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,pb=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,mb=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,gb=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,_b=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,xb=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,yb=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,vb=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,bb=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,Sb=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Mb=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,wb=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,Eb=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,Ab=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,Tb=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Cb=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,Rb=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Pb=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,Ib=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Lb=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,Db=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,Nb=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,Ub=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,Fb=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,Ob=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Bb=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,kb=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,zb=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,Gb=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Vb=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,Hb=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Wb=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,Xb=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,qb=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,Yb=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,Zb=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,$b=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Kb=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,Jb=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,jb=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,Qb=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,eS=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,tS=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,nS=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,iS=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,sS=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,rS=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,dt={alphahash_fragment:Ty,alphahash_pars_fragment:Cy,alphamap_fragment:Ry,alphamap_pars_fragment:Py,alphatest_fragment:Iy,alphatest_pars_fragment:Ly,aomap_fragment:Dy,aomap_pars_fragment:Ny,batching_pars_vertex:Uy,batching_vertex:Fy,begin_vertex:Oy,beginnormal_vertex:By,bsdfs:ky,iridescence_fragment:zy,bumpmap_pars_fragment:Gy,clipping_planes_fragment:Vy,clipping_planes_pars_fragment:Hy,clipping_planes_pars_vertex:Wy,clipping_planes_vertex:Xy,color_fragment:qy,color_pars_fragment:Yy,color_pars_vertex:Zy,color_vertex:$y,common:Ky,defaultnormal_vertex:Jy,displacementmap_pars_vertex:jy,displacementmap_vertex:Qy,emissivemap_fragment:ev,emissivemap_pars_fragment:tv,colorspace_fragment:nv,colorspace_pars_fragment:iv,envmap_fragment:sv,envmap_common_pars_fragment:rv,envmap_pars_fragment:ov,envmap_pars_vertex:av,envmap_physical_pars_fragment:xv,envmap_vertex:lv,fog_vertex:cv,fog_pars_vertex:hv,fog_fragment:uv,fog_pars_fragment:dv,gradientmap_pars_fragment:fv,lightmap_pars_fragment:pv,lights_lambert_fragment:mv,lights_lambert_pars_fragment:gv,lights_pars_begin:_v,lights_toon_fragment:yv,lights_toon_pars_fragment:vv,lights_phong_fragment:bv,lights_phong_pars_fragment:Sv,lights_physical_fragment:Mv,lights_physical_pars_fragment:wv,lights_fragment_begin:Ev,lights_fragment_maps:Av,lights_fragment_end:Tv,lightprobes_pars_fragment:Cv,logdepthbuf_fragment:Rv,logdepthbuf_pars_fragment:Pv,logdepthbuf_pars_vertex:Iv,logdepthbuf_vertex:Lv,map_fragment:Dv,map_pars_fragment:Nv,map_particle_fragment:Uv,map_particle_pars_fragment:Fv,metalnessmap_fragment:Ov,metalnessmap_pars_fragment:Bv,morphinstance_vertex:kv,morphcolor_vertex:zv,morphnormal_vertex:Gv,morphtarget_pars_vertex:Vv,morphtarget_vertex:Hv,normal_fragment_begin:Wv,normal_fragment_maps:Xv,normal_pars_fragment:qv,normal_pars_vertex:Yv,normal_vertex:Zv,normalmap_pars_fragment:$v,clearcoat_normal_fragment_begin:Kv,clearcoat_normal_fragment_maps:Jv,clearcoat_pars_fragment:jv,iridescence_pars_fragment:Qv,opaque_fragment:eb,packing:tb,premultiplied_alpha_fragment:nb,project_vertex:ib,dithering_fragment:sb,dithering_pars_fragment:rb,roughnessmap_fragment:ob,roughnessmap_pars_fragment:ab,shadowmap_pars_fragment:lb,shadowmap_pars_vertex:cb,shadowmap_vertex:hb,shadowmask_pars_fragment:ub,skinbase_vertex:db,skinning_pars_vertex:fb,skinning_vertex:pb,skinnormal_vertex:mb,specularmap_fragment:gb,specularmap_pars_fragment:_b,tonemapping_fragment:xb,tonemapping_pars_fragment:yb,transmission_fragment:vb,transmission_pars_fragment:bb,uv_pars_fragment:Sb,uv_pars_vertex:Mb,uv_vertex:wb,worldpos_vertex:Eb,background_vert:Ab,background_frag:Tb,backgroundCube_vert:Cb,backgroundCube_frag:Rb,cube_vert:Pb,cube_frag:Ib,depth_vert:Lb,depth_frag:Db,distance_vert:Nb,distance_frag:Ub,equirect_vert:Fb,equirect_frag:Ob,linedashed_vert:Bb,linedashed_frag:kb,meshbasic_vert:zb,meshbasic_frag:Gb,meshlambert_vert:Vb,meshlambert_frag:Hb,meshmatcap_vert:Wb,meshmatcap_frag:Xb,meshnormal_vert:qb,meshnormal_frag:Yb,meshphong_vert:Zb,meshphong_frag:$b,meshphysical_vert:Kb,meshphysical_frag:Jb,meshtoon_vert:jb,meshtoon_frag:Qb,points_vert:eS,points_frag:tS,shadow_vert:nS,shadow_frag:iS,sprite_vert:sS,sprite_frag:rS},Re={common:{diffuse:{value:new De(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new nt},alphaMap:{value:null},alphaMapTransform:{value:new nt},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new nt}},envmap:{envMap:{value:null},envMapRotation:{value:new nt},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new nt}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new nt}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new nt},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new nt},normalScale:{value:new Ge(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new nt},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new nt}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new nt}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new nt}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new De(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new De(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new nt},alphaTest:{value:0},uvTransform:{value:new nt}},sprite:{diffuse:{value:new De(16777215)},opacity:{value:1},center:{value:new Ge(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new nt},alphaMap:{value:null},alphaMapTransform:{value:new nt},alphaTest:{value:0}}},ii={basic:{uniforms:Xn([Re.common,Re.specularmap,Re.envmap,Re.aomap,Re.lightmap,Re.fog]),vertexShader:dt.meshbasic_vert,fragmentShader:dt.meshbasic_frag},lambert:{uniforms:Xn([Re.common,Re.specularmap,Re.envmap,Re.aomap,Re.lightmap,Re.emissivemap,Re.bumpmap,Re.normalmap,Re.displacementmap,Re.fog,Re.lights,{emissive:{value:new De(0)},envMapIntensity:{value:1}}]),vertexShader:dt.meshlambert_vert,fragmentShader:dt.meshlambert_frag},phong:{uniforms:Xn([Re.common,Re.specularmap,Re.envmap,Re.aomap,Re.lightmap,Re.emissivemap,Re.bumpmap,Re.normalmap,Re.displacementmap,Re.fog,Re.lights,{emissive:{value:new De(0)},specular:{value:new De(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:dt.meshphong_vert,fragmentShader:dt.meshphong_frag},standard:{uniforms:Xn([Re.common,Re.envmap,Re.aomap,Re.lightmap,Re.emissivemap,Re.bumpmap,Re.normalmap,Re.displacementmap,Re.roughnessmap,Re.metalnessmap,Re.fog,Re.lights,{emissive:{value:new De(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:dt.meshphysical_vert,fragmentShader:dt.meshphysical_frag},toon:{uniforms:Xn([Re.common,Re.aomap,Re.lightmap,Re.emissivemap,Re.bumpmap,Re.normalmap,Re.displacementmap,Re.gradientmap,Re.fog,Re.lights,{emissive:{value:new De(0)}}]),vertexShader:dt.meshtoon_vert,fragmentShader:dt.meshtoon_frag},matcap:{uniforms:Xn([Re.common,Re.bumpmap,Re.normalmap,Re.displacementmap,Re.fog,{matcap:{value:null}}]),vertexShader:dt.meshmatcap_vert,fragmentShader:dt.meshmatcap_frag},points:{uniforms:Xn([Re.points,Re.fog]),vertexShader:dt.points_vert,fragmentShader:dt.points_frag},dashed:{uniforms:Xn([Re.common,Re.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:dt.linedashed_vert,fragmentShader:dt.linedashed_frag},depth:{uniforms:Xn([Re.common,Re.displacementmap]),vertexShader:dt.depth_vert,fragmentShader:dt.depth_frag},normal:{uniforms:Xn([Re.common,Re.bumpmap,Re.normalmap,Re.displacementmap,{opacity:{value:1}}]),vertexShader:dt.meshnormal_vert,fragmentShader:dt.meshnormal_frag},sprite:{uniforms:Xn([Re.sprite,Re.fog]),vertexShader:dt.sprite_vert,fragmentShader:dt.sprite_frag},background:{uniforms:{uvTransform:{value:new nt},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:dt.background_vert,fragmentShader:dt.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new nt}},vertexShader:dt.backgroundCube_vert,fragmentShader:dt.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:dt.cube_vert,fragmentShader:dt.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:dt.equirect_vert,fragmentShader:dt.equirect_frag},distance:{uniforms:Xn([Re.common,Re.displacementmap,{referencePosition:{value:new P},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:dt.distance_vert,fragmentShader:dt.distance_frag},shadow:{uniforms:Xn([Re.lights,Re.fog,{color:{value:new De(0)},opacity:{value:1}}]),vertexShader:dt.shadow_vert,fragmentShader:dt.shadow_frag}};ii.physical={uniforms:Xn([ii.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new nt},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new nt},clearcoatNormalScale:{value:new Ge(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new nt},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new nt},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new nt},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new nt},sheen:{value:0},sheenColor:{value:new De(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new nt},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new nt},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new nt},transmissionSamplerSize:{value:new Ge},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new nt},attenuationDistance:{value:0},attenuationColor:{value:new De(0)},specularColor:{value:new De(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new nt},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new nt},anisotropyVector:{value:new Ge},anisotropyMap:{value:null},anisotropyMapTransform:{value:new nt}}]),vertexShader:dt.meshphysical_vert,fragmentShader:dt.meshphysical_frag};var Sh={r:0,b:0,g:0},oS=new Ke,Mg=new nt;Mg.set(-1,0,0,0,1,0,0,0,1);function aS(i,e,t,n,s,r){let o=new De(0),a=s===!0?0:1,l,c,h=null,d=0,u=null;function f(_){let T=_.isScene===!0?_.background:null;if(T&&T.isTexture){let b=_.backgroundBlurriness>0;T=e.get(T,b)}return T}function g(_){let T=!1,b=f(_);b===null?m(o,a):b&&b.isColor&&(m(b,1),T=!0);let C=i.xr.getEnvironmentBlendMode();C==="additive"?t.buffers.color.setClear(0,0,0,1,r):C==="alpha-blend"&&t.buffers.color.setClear(0,0,0,0,r),(i.autoClear||T)&&(t.buffers.depth.setTest(!0),t.buffers.depth.setMask(!0),t.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function v(_,T){let b=f(T);b&&b.isCubeTexture?(c===void 0&&(c=new Bt(new oi(1,1,1),new ai({name:"BackgroundCubeMaterial",uniforms:wr(ii.backgroundCube.uniforms),vertexShader:ii.backgroundCube.vertexShader,fragmentShader:ii.backgroundCube.fragmentShader,side:On,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(C,A,x){this.matrixWorld.copyPosition(x.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(c)),c.material.uniforms.envMap.value=b,c.material.uniforms.backgroundBlurriness.value=T.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=T.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(oS.makeRotationFromEuler(T.backgroundRotation)).transpose(),b.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(Mg),c.material.toneMapped=yt.getTransfer(b.colorSpace)!==Ct,(h!==b||d!==b.version||u!==i.toneMapping)&&(c.material.needsUpdate=!0,h=b,d=b.version,u=i.toneMapping),c.layers.enableAll(),_.unshift(c,c.geometry,c.material,0,0,null)):b&&b.isTexture&&(l===void 0&&(l=new Bt(new bi(2,2),new ai({name:"BackgroundMaterial",uniforms:wr(ii.background.uniforms),vertexShader:ii.background.vertexShader,fragmentShader:ii.background.fragmentShader,side:ir,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(l)),l.material.uniforms.t2D.value=b,l.material.uniforms.backgroundIntensity.value=T.backgroundIntensity,l.material.toneMapped=yt.getTransfer(b.colorSpace)!==Ct,b.matrixAutoUpdate===!0&&b.updateMatrix(),l.material.uniforms.uvTransform.value.copy(b.matrix),(h!==b||d!==b.version||u!==i.toneMapping)&&(l.material.needsUpdate=!0,h=b,d=b.version,u=i.toneMapping),l.layers.enableAll(),_.unshift(l,l.geometry,l.material,0,0,null))}function m(_,T){_.getRGB(Sh,cf(i)),t.buffers.color.setClear(Sh.r,Sh.g,Sh.b,T,r)}function p(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(_,T=1){o.set(_),a=T,m(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(_){a=_,m(o,a)},render:g,addToRenderList:v,dispose:p}}function lS(i,e){let t=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=u(null),r=s,o=!1;function a(D,z,H,U,W){let Y=!1,V=d(D,U,H,z);r!==V&&(r=V,c(r.object)),Y=f(D,U,H,W),Y&&g(D,U,H,W),W!==null&&e.update(W,i.ELEMENT_ARRAY_BUFFER),(Y||o)&&(o=!1,b(D,z,H,U),W!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,e.get(W).buffer))}function l(){return i.createVertexArray()}function c(D){return i.bindVertexArray(D)}function h(D){return i.deleteVertexArray(D)}function d(D,z,H,U){let W=U.wireframe===!0,Y=n[z.id];Y===void 0&&(Y={},n[z.id]=Y);let V=D.isInstancedMesh===!0?D.id:0,le=Y[V];le===void 0&&(le={},Y[V]=le);let K=le[H.id];K===void 0&&(K={},le[H.id]=K);let j=K[W];return j===void 0&&(j=u(l()),K[W]=j),j}function u(D){let z=[],H=[],U=[];for(let W=0;W<t;W++)z[W]=0,H[W]=0,U[W]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:z,enabledAttributes:H,attributeDivisors:U,object:D,attributes:{},index:null}}function f(D,z,H,U){let W=r.attributes,Y=z.attributes,V=0,le=H.getAttributes();for(let K in le)if(le[K].location>=0){let ie=W[K],ue=Y[K];if(ue===void 0&&(K==="instanceMatrix"&&D.instanceMatrix&&(ue=D.instanceMatrix),K==="instanceColor"&&D.instanceColor&&(ue=D.instanceColor)),ie===void 0||ie.attribute!==ue||ue&&ie.data!==ue.data)return!0;V++}return r.attributesNum!==V||r.index!==U}function g(D,z,H,U){let W={},Y=z.attributes,V=0,le=H.getAttributes();for(let K in le)if(le[K].location>=0){let ie=Y[K];ie===void 0&&(K==="instanceMatrix"&&D.instanceMatrix&&(ie=D.instanceMatrix),K==="instanceColor"&&D.instanceColor&&(ie=D.instanceColor));let ue={};ue.attribute=ie,ie&&ie.data&&(ue.data=ie.data),W[K]=ue,V++}r.attributes=W,r.attributesNum=V,r.index=U}function v(){let D=r.newAttributes;for(let z=0,H=D.length;z<H;z++)D[z]=0}function m(D){p(D,0)}function p(D,z){let H=r.newAttributes,U=r.enabledAttributes,W=r.attributeDivisors;H[D]=1,U[D]===0&&(i.enableVertexAttribArray(D),U[D]=1),W[D]!==z&&(i.vertexAttribDivisor(D,z),W[D]=z)}function _(){let D=r.newAttributes,z=r.enabledAttributes;for(let H=0,U=z.length;H<U;H++)z[H]!==D[H]&&(i.disableVertexAttribArray(H),z[H]=0)}function T(D,z,H,U,W,Y,V){V===!0?i.vertexAttribIPointer(D,z,H,W,Y):i.vertexAttribPointer(D,z,H,U,W,Y)}function b(D,z,H,U){v();let W=U.attributes,Y=H.getAttributes(),V=z.defaultAttributeValues;for(let le in Y){let K=Y[le];if(K.location>=0){let j=W[le];if(j===void 0&&(le==="instanceMatrix"&&D.instanceMatrix&&(j=D.instanceMatrix),le==="instanceColor"&&D.instanceColor&&(j=D.instanceColor)),j!==void 0){let ie=j.normalized,ue=j.itemSize,he=e.get(j);if(he===void 0)continue;let Q=he.buffer,pe=he.type,_e=he.bytesPerElement,Ae=pe===i.INT||pe===i.UNSIGNED_INT||j.gpuType===Oc;if(j.isInterleavedBufferAttribute){let be=j.data,Xe=be.isInterleavedBuffer===!0?be.stride:be.itemSize,ot=j.offset;if(be.isInstancedInterleavedBuffer||be.isInstancedBufferAttribute){for(let He=0;He<K.locationSize;He++)p(K.location+He,be.meshPerAttribute);D.isInstancedMesh!==!0&&U._maxInstanceCount===void 0&&(U._maxInstanceCount=be.meshPerAttribute*be.count)}else for(let He=0;He<K.locationSize;He++)m(K.location+He);i.bindBuffer(i.ARRAY_BUFFER,Q);for(let He=0;He<K.locationSize;He++)T(K.location+He,ue/K.locationSize,pe,ie,Xe*_e,(ot+ue/K.locationSize*He)*_e,Ae)}else{if(j.isInstancedBufferAttribute){for(let be=0;be<K.locationSize;be++)p(K.location+be,j.meshPerAttribute);D.isInstancedMesh!==!0&&U._maxInstanceCount===void 0&&(U._maxInstanceCount=j.meshPerAttribute*j.count)}else for(let be=0;be<K.locationSize;be++)m(K.location+be);i.bindBuffer(i.ARRAY_BUFFER,Q);for(let be=0;be<K.locationSize;be++)T(K.location+be,ue/K.locationSize,pe,ie,ue*_e,ue/K.locationSize*be*_e,Ae)}}else if(V!==void 0){let ie=V[le];if(ie!==void 0)switch(ie.length){case 2:i.vertexAttrib2fv(K.location,ie);break;case 3:i.vertexAttrib3fv(K.location,ie);break;case 4:i.vertexAttrib4fv(K.location,ie);break;default:i.vertexAttrib1fv(K.location,ie)}}}}_()}function C(){O();for(let D in n){let z=n[D];for(let H in z){let U=z[H];for(let W in U){let Y=U[W];for(let V in Y)h(Y[V].object),delete Y[V];delete U[W]}}delete n[D]}}function A(D){if(n[D.id]===void 0)return;let z=n[D.id];for(let H in z){let U=z[H];for(let W in U){let Y=U[W];for(let V in Y)h(Y[V].object),delete Y[V];delete U[W]}}delete n[D.id]}function x(D){for(let z in n){let H=n[z];for(let U in H){let W=H[U];if(W[D.id]===void 0)continue;let Y=W[D.id];for(let V in Y)h(Y[V].object),delete Y[V];delete W[D.id]}}}function w(D){for(let z in n){let H=n[z],U=D.isInstancedMesh===!0?D.id:0,W=H[U];if(W!==void 0){for(let Y in W){let V=W[Y];for(let le in V)h(V[le].object),delete V[le];delete W[Y]}delete H[U],Object.keys(H).length===0&&delete n[z]}}}function O(){L(),o=!0,r!==s&&(r=s,c(r.object))}function L(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:O,resetDefaultState:L,dispose:C,releaseStatesOfGeometry:A,releaseStatesOfObject:w,releaseStatesOfProgram:x,initAttributes:v,enableAttribute:m,disableUnusedAttributes:_}}function cS(i,e,t){let n;function s(l){n=l}function r(l,c){i.drawArrays(n,l,c),t.update(c,n,1)}function o(l,c,h){h!==0&&(i.drawArraysInstanced(n,l,c,h),t.update(c,n,h))}function a(l,c,h){if(h===0)return;e.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,l,0,c,0,h);let u=0;for(let f=0;f<h;f++)u+=c[f];t.update(u,n,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function hS(i,e,t,n){let s;function r(){if(s!==void 0)return s;if(e.has("EXT_texture_filter_anisotropic")===!0){let x=e.get("EXT_texture_filter_anisotropic");s=i.getParameter(x.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(x){return!(x!==Yi&&n.convert(x)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(x){let w=x===qi&&(e.has("EXT_color_buffer_half_float")||e.has("EXT_color_buffer_float"));return!(x!==ci&&x!==Ii&&!w&&n.convert(x)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE))}function l(x){if(x==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";x="mediump"}return x==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=t.precision!==void 0?t.precision:"highp",h=l(c);h!==c&&(Ze("WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let d=t.reversedDepthBuffer===!0&&e.has("EXT_clip_control"),u=t.logarithmicDepthBuffer===!0&&d===!1;t.reversedDepthBuffer===!0&&d===!1&&Ze("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),t.logarithmicDepthBuffer===!0&&d===!0&&Ze("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let f=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),g=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),v=i.getParameter(i.MAX_TEXTURE_SIZE),m=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),p=i.getParameter(i.MAX_VERTEX_ATTRIBS),_=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),T=i.getParameter(i.MAX_VARYING_VECTORS),b=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),C=i.getParameter(i.MAX_SAMPLES),A=i.getParameter(i.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:u,reversedDepthBuffer:d,maxTextures:f,maxVertexTextures:g,maxTextureSize:v,maxCubemapSize:m,maxAttributes:p,maxVertexUniforms:_,maxVaryings:T,maxFragmentUniforms:b,maxSamples:C,samples:A}}function uS(i){let e=this,t=null,n=0,s=!1,r=!1,o=new yi,a=new nt,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(d,u){let f=d.length!==0||u||n!==0||s;return s=u,n=d.length,f},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(d,u){t=h(d,u,0)},this.setState=function(d,u,f){let g=d.clippingPlanes,v=d.clipIntersection,m=d.clipShadows,p=i.get(d);if(!s||g===null||g.length===0||r&&!m)r?h(null):c();else{let _=r?0:n,T=_*4,b=p.clippingState||null;l.value=b,b=h(g,u,T,f);for(let C=0;C!==T;++C)b[C]=t[C];p.clippingState=b,this.numIntersection=v?this.numPlanes:0,this.numPlanes+=_}};function c(){l.value!==t&&(l.value=t,l.needsUpdate=n>0),e.numPlanes=n,e.numIntersection=0}function h(d,u,f,g){let v=d!==null?d.length:0,m=null;if(v!==0){if(m=l.value,g!==!0||m===null){let p=f+v*4,_=u.matrixWorldInverse;a.getNormalMatrix(_),(m===null||m.length<p)&&(m=new Float32Array(p));for(let T=0,b=f;T!==v;++T,b+=4)o.copy(d[T]).applyMatrix4(_,a),o.normal.toArray(m,b),m[b+3]=o.constant}l.value=m,l.needsUpdate=!0}return e.numPlanes=v,e.numIntersection=0,m}}var $a=class extends vi{constructor(e=1,t={}){super(e,e,t),this.isWebGLCubeRenderTarget=!0;let n={width:e,height:e,depth:1},s=[n,n,n,n,n,n];this.texture=new ga(s),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,this.texture.magFilter=t.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new oi(5,5,5),r=new ai({name:"CubemapFromEquirect",uniforms:wr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:On,blending:vr});r.uniforms.tEquirect.value=t;let o=new Bt(s,r),a=t.minFilter;return t.minFilter===Ps&&(t.minFilter=Qn),new xo(1,10,this).update(e,o),t.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(e,t=!0,n=!0,s=!0){let r=e.getRenderTarget();for(let o=0;o<6;o++)e.setRenderTarget(this,o),e.clear(t,n,s);e.setRenderTarget(r)}},tg=256,dS=3,fS=20,wg=256,Eg=16,pS=3,mS=new P,gS=new De,Eo=class i{constructor(e){this._renderer=e,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new xo(1,10,null),this._boxMesh=new Bt(new oi(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(e,t=0,n=.1,s=100,r={}){let{size:o=256,position:a=mS}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),h=this._getSourceTarget(!0);t>0&&(h.texture.mipmapsAutoUpdate=!1);let d=l.autoClear,u=l.autoClearColor,f=l.autoClearDepth,g=l.autoClearStencil,v=e.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,v===null&&(e.background=l.getClearColor(gS));let m=new xo(n,s,h);return m.position.copy(a),m.update(l,e),l.autoClear=d,l.autoClearColor=u,l.autoClearDepth=f,l.autoClearStencil=g,e.background=v,t>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(c,t)),this._applyPMREM(c),c}fromEquirectangular(e,t=null){return this._fromTexture(e,t)}fromCubemap(e,t=null){return this._fromTexture(e,t)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=sg(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=ig(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(e,t){return t>0?1-Math.sqrt(1-e/t):0}_setSize(e){this._cubeSize=Math.max(tg,of(e))}_fromTexture(e,t){e.mapping===Sr||e.mapping===So?this._setSize(e.image.length===0?tg:e.image[0].width||e.image[0].image.width):this._setSize(e.image.width/4);let n=t||this._allocateTarget();return this._textureToCubemap(e),this._applyPMREM(n),n}_allocateTarget(){let e=this._cubeSize,t=ng(e,!1,!1),n=Math.log2(e)-dS;for(let s=0;s<=n;s++)t.texture.mipmaps.push({width:e>>s,height:e>>s});return t.texture.name="PMREM",t.texture.isPMREMTexture=!0,t}_getSourceTarget(e=!1){let t=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==t||e&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=ng(t,!0,e)),this._sourceTarget}_compileMaterial(e){this._boxMesh.material=e,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(e,t,n){let s=this._boxMesh,r=this._cubeCamera;s.material=n,r.renderTarget=e,r.activeMipmapLevel=t;let o=e.width>>t;e.viewport.set(0,0,o,o),r.update(this._renderer,s),e.viewport.set(0,0,e.width,e.height)}_textureToCubemap(e){let t;e.mapping===Sr||e.mapping===So?(this._cubemapMaterial===null&&(this._cubemapMaterial=sg()),t=this._cubemapMaterial,t.uniforms.flipEnvMap.value=e.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=ig()),t=this._equirectMaterial),t.uniforms.envMap.value=e,this._renderCube(this._getSourceTarget(),0,t)}_applyPMREM(e){this._ggxMaterial===null&&(this._ggxMaterial=_S(),this._integrationMaterial=xS());let t=this._cubeSize,n=e.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(t/Eg);for(let o=0;o<=n;o++){let a=i.lodToRoughness(o,n);if(o>n-pS)r.roughness.value=a,this._renderCube(e,o,this._integrationMaterial);else{let l=a>0?Math.log2(t)+.5*Math.log2(6/(wg*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=l,this._renderCube(e,o,this._ggxMaterial)}}}_blur(e,t){this._blurMaterial===null&&(this._blurMaterial=yS());let n=this._blurMaterial,s=n.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(t,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(e,0,n),s.envMap.value=e.texture,this._renderCube(r,0,n)}};function ng(i,e,t){return new $a(i,{minFilter:Ps,generateMipmaps:e,type:qi,colorSpace:aa,depthBuffer:t})}function Ka(i,e,t){return new ai({name:i,uniforms:e,vertexShader:dt.cube_vert,fragmentShader:t,side:On,blending:vr,depthTest:!1,depthWrite:!1})}function _S(){return Ka("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${wg}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function xS(){return Ka("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:Eg}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function yS(){return Ka("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${fS}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function ig(){return Ka("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function sg(){return Ka("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function vS(i){let e=new WeakMap,t=new WeakMap,n=null;function s(u,f=!1){return u==null?null:f?o(u):r(u)}function r(u){if(u&&u.isTexture){let f=u.mapping;if(f===Nc||f===Uc)if(e.has(u)){let g=e.get(u).texture;return a(g,u.mapping)}else{let g=u.image;if(g&&g.height>0){let v=new $a(g.height);return v.fromEquirectangularTexture(i,u),e.set(u,v),u.addEventListener("dispose",c),a(v.texture,u.mapping)}else return null}}return u}function o(u){if(u&&u.isTexture&&u.isPMREMTexture!==!0){let f=u.mapping,g=f===Nc||f===Uc,v=f===Sr||f===So;if(g||v){let m=t.get(u),p=m!==void 0?m.texture.pmremVersion:0;if(u.isRenderTargetTexture&&u.pmremVersion!==p)return n===null&&(n=new Eo(i)),m=g?n.fromEquirectangular(u,m):n.fromCubemap(u,m),m.texture.pmremVersion=u.pmremVersion,t.set(u,m),m.texture;if(m!==void 0)return m.texture;{let _=u.image;return g&&_&&_.height>0||v&&_&&l(_)?(n===null&&(n=new Eo(i)),m=g?n.fromEquirectangular(u):n.fromCubemap(u),m.texture.pmremVersion=u.pmremVersion,t.set(u,m),u.addEventListener("dispose",h),m.texture):null}}}return u}function a(u,f){return f===Nc?u.mapping=Sr:f===Uc&&(u.mapping=So),u}function l(u){let f=0,g=6;for(let v=0;v<g;v++)u[v]!==void 0&&f++;return f===g}function c(u){let f=u.target;f.removeEventListener("dispose",c);let g=e.get(f);g!==void 0&&(e.delete(f),g.dispose())}function h(u){let f=u.target;f.removeEventListener("dispose",h);let g=t.get(f);g!==void 0&&(t.delete(f),g.dispose())}function d(){e=new WeakMap,t=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:s,dispose:d}}function bS(i){let e={};function t(n){if(e[n]!==void 0)return e[n];let s=i.getExtension(n);return e[n]=s,s}return{has:function(n){return t(n)!==null},init:function(){t("EXT_color_buffer_float"),t("WEBGL_clip_cull_distance"),t("OES_texture_float_linear"),t("EXT_color_buffer_half_float"),t("WEBGL_multisampled_render_to_texture"),t("WEBGL_render_shared_exponent")},get:function(n){let s=t(n);return s===null&&ia("WebGLRenderer: "+n+" extension not supported."),s}}}function SS(i,e,t,n){let s={},r=new WeakMap,o=new FinalizationRegistry(g=>delete s[g]);function a(g){l(g.target)}function l(g){g.index!==null&&e.remove(g.index);for(let m in g.attributes)e.remove(g.attributes[m]);g.removeEventListener("dispose",a),delete s[g.id],o.unregister(g);let v=r.get(g);v&&(e.remove(v),r.delete(g)),n.releaseStatesOfGeometry(g),g.isInstancedBufferGeometry===!0&&delete g._maxInstanceCount,t.memory.geometries--}function c(g,v){return s[v.id]!==void 0||(v.addEventListener("dispose",a),s[v.id]=new WeakRef(v),o.register(v,v.id,v),t.memory.geometries++),v}function h(g){let v=g.attributes;for(let m in v)e.update(v[m],i.ARRAY_BUFFER)}function d(g){let v=g.index,m=g.attributes.position,p=0;if(m===void 0)return;let _=v!==null?v.array.length:m.array.length/3-1,T=m.count>=65535?fa:da,b=new T(Math.ceil(_/3)*6,1),C=b.array;if(v!==null){let x=v.array;p=v.version;for(let w=0,O=0;w<_;w+=3){let L=x[w+0],D=x[w+1],z=x[w+2];C[O++]=L,C[O++]=D,C[O++]=D,C[O++]=z,C[O++]=z,C[O++]=L}}else{p=m.version;for(let x=0,w=0;x<_;x+=3){let O=x+0,L=x+1,D=x+2;C[w++]=O,C[w++]=L,C[w++]=L,C[w++]=D,C[w++]=D,C[w++]=O}}b.version=p;let A=r.get(g);A&&e.remove(A),r.set(g,b)}function u(g){let v=r.get(g);if(v){let m=g.index;m!==null&&v.version<m.version&&d(g)}else d(g);return r.get(g)}function f(){for(let g in s){let v=s[g].deref();v!==void 0&&l(v)}}return{get:c,update:h,getWireframeAttribute:u,dispose:f}}function MS(i,e,t){let n;function s(d){n=d}let r,o;function a(d){r=d.type,o=d.bytesPerElement}function l(d,u){i.drawElements(n,u,r,d*o),t.update(u,n,1)}function c(d,u,f){f!==0&&(i.drawElementsInstanced(n,u,r,d*o,f),t.update(u,n,f))}function h(d,u,f){if(f===0)return;e.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,u,0,r,d,0,f);let v=0;for(let m=0;m<f;m++)v+=u[m];t.update(v,n,1)}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h}function wS(i){let e={geometries:0,textures:0},t={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(t.calls++,o){case i.TRIANGLES:t.triangles+=a*(r/3);break;case i.LINES:t.lines+=a*(r/2);break;case i.LINE_STRIP:t.lines+=a*(r-1);break;case i.LINE_LOOP:t.lines+=a*r;break;case i.POINTS:t.points+=a*r;break;default:et("WebGLInfo: Unknown draw mode:",o);break}}function s(){t.calls=0,t.triangles=0,t.points=0,t.lines=0}return{memory:e,render:t,programs:null,autoReset:!0,reset:s,update:n}}function ES(i,e,t){let n=new WeakMap,s=new Rt;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,d=h!==void 0?h.length:0,u=n.get(a);if(u===void 0||u.count!==d){let O=function(){x.dispose(),n.delete(a),a.removeEventListener("dispose",O)};u!==void 0&&u.texture.dispose();let f=a.morphAttributes.position!==void 0,g=a.morphAttributes.normal!==void 0,v=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],p=a.morphAttributes.normal||[],_=a.morphAttributes.color||[],T=0;f===!0&&(T=1),g===!0&&(T=2),v===!0&&(T=3);let b=a.attributes.position.count*T,C=1;b>e.maxTextureSize&&(C=Math.ceil(b/e.maxTextureSize),b=e.maxTextureSize);let A=new Float32Array(b*C*4*d),x=new ua(A,b,C,d);x.type=Ii,x.needsUpdate=!0;let w=T*4;for(let L=0;L<d;L++){let D=m[L],z=p[L],H=_[L],U=b*C*4*L;for(let W=0;W<D.count;W++){let Y=W*w;f===!0&&(s.fromBufferAttribute(D,W),A[U+Y+0]=s.x,A[U+Y+1]=s.y,A[U+Y+2]=s.z,A[U+Y+3]=0),g===!0&&(s.fromBufferAttribute(z,W),A[U+Y+4]=s.x,A[U+Y+5]=s.y,A[U+Y+6]=s.z,A[U+Y+7]=0),v===!0&&(s.fromBufferAttribute(H,W),A[U+Y+8]=s.x,A[U+Y+9]=s.y,A[U+Y+10]=s.z,A[U+Y+11]=H.itemSize===4?s.w:1)}}u={count:d,texture:x,size:new Ge(b,C)},n.set(a,u),a.addEventListener("dispose",O)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,t);else{let f=0;for(let v=0;v<c.length;v++)f+=c[v];let g=a.morphTargetsRelative?1:1-f;l.getUniforms().setValue(i,"morphTargetBaseInfluence",g),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",u.texture,t),l.getUniforms().setValue(i,"morphTargetsTextureSize",u.size)}return{update:r}}function AS(i,e,t,n,s){let r=new WeakMap;function o(c){let h=s.render.frame,d=c.geometry,u=e.get(c,d);if(r.get(u)!==h&&(e.update(u),r.set(u,h)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==h&&(t.update(c.instanceMatrix,i.ARRAY_BUFFER),c.instanceColor!==null&&t.update(c.instanceColor,i.ARRAY_BUFFER),r.set(c,h))),c.isSkinnedMesh){let f=c.skeleton;r.get(f)!==h&&(f.update(),r.set(f,h))}return u}function a(){r=new WeakMap}function l(c){let h=c.target;h.removeEventListener("dispose",l),n.releaseStatesOfObject(h),t.remove(h.instanceMatrix),h.instanceColor!==null&&t.remove(h.instanceColor)}return{update:o,dispose:a}}var TS={[zd]:"LINEAR_TONE_MAPPING",[Gd]:"REINHARD_TONE_MAPPING",[Vd]:"CINEON_TONE_MAPPING",[Hd]:"ACES_FILMIC_TONE_MAPPING",[Xd]:"AGX_TONE_MAPPING",[Ba]:"NEUTRAL_TONE_MAPPING",[Wd]:"CUSTOM_TONE_MAPPING"};function CS(i,e,t,n,s,r){let o=new vi(e,t,{type:i,depthBuffer:s,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,h=new Ot;h.setAttribute("position",new gt([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new gt([0,2,0,0,2,0],2));let d=new _c({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),u=new Bt(h,d),f=new Ra(-1,1,1,-1,0,1),g=null,v=null,m=!1,p,_=null,T=[],b=!1;this.setSize=function(C,A){o.setSize(C,A),a!==null&&a.setSize(C,A),l!==null&&l.setSize(C,A);for(let x=0;x<T.length;x++){let w=T[x];w.setSize&&w.setSize(C,A)}},this.setEffects=function(C){T=C,b=T.length>0&&T[0].isRenderPass===!0;let A=o.width,x=o.height;T.length>0&&a===null&&(a=new vi(A,x,{type:qi,depthBuffer:!1,stencilBuffer:!1}),l=new vi(A,x,{type:qi,depthBuffer:!1,stencilBuffer:!1}));let w=s===!0&&T.some(O=>O.needsDepthTexture===!0);w!==(o.depthTexture!==null)&&(w===!0&&c===null&&(c=new Rs(A,x),r===!0&&(c.format=Is,c.type=Mr)),o.dispose(),o.depthTexture=w?c:null,o.resolveDepthBuffer=w,o.storeMultisampledDepthBuffer=w);for(let O=0;O<T.length;O++){let L=T[O];L.setSize&&L.setSize(A,x),w&&L.needsDepthTexture===!0&&L.setDepthTexture&&L.setDepthTexture(c)}},this.begin=function(C,A){if(m||C.toneMapping===cs&&T.length===0)return!1;if(_=A,A!==null){let x=A.width,w=A.height;(o.width!==x||o.height!==w)&&this.setSize(x,w)}return b===!1&&C.setRenderTarget(o),p=C.toneMapping,C.toneMapping=cs,!0},this.hasRenderPass=function(){return b},this.end=function(C,A){C.toneMapping=p,m=!0;let x=o,w=a;for(let O=0;O<T.length;O++){let L=T[O];L.enabled!==!1&&(L.render(C,w,x,A),L.needsSwap!==!1&&(x=w,w=w===a?l:a))}if(g!==C.outputColorSpace||v!==C.toneMapping){g=C.outputColorSpace,v=C.toneMapping,d.defines={},yt.getTransfer(g)===Ct&&(d.defines.SRGB_TRANSFER="");let O=TS[v];O&&(d.defines[O]=""),d.needsUpdate=!0}d.uniforms.tDiffuse.value=x.texture,C.setRenderTarget(_),C.render(u,f),_=null,m=!1},this.isCompositing=function(){return m},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),h.dispose(),d.dispose()}}var Ag=new ri,Tg=new Rs(1,1),Cg=new _a(1),Rg=new ua,Pg=new dc,Ig=new ga,rg=[],og=[],ag=new Float32Array(16),lg=new Float32Array(9),cg=new Float32Array(4);function Ao(i,e,t){let n=i[0];if(n<=0||n>0)return i;let s=e*t,r=rg[s];if(r===void 0&&(r=new Float32Array(s),rg[s]=r),e!==0){n.toArray(r,0);for(let o=1,a=0;o!==e;++o)a+=t,i[o].toArray(r,a)}return r}function bn(i,e){if(i.length!==e.length)return!1;for(let t=0,n=i.length;t<n;t++)if(i[t]!==e[t])return!1;return!0}function Sn(i,e){for(let t=0,n=e.length;t<n;t++)i[t]=e[t]}function Eh(i,e){let t=og[e];t===void 0&&(t=new Int32Array(e),og[e]=t);for(let n=0;n!==e;++n)t[n]=i.allocateTextureUnit();return t}function RS(i,e){let t=this.cache;t[0]!==e&&(i.uniform1f(this.addr,e),t[0]=e)}function PS(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2f(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(bn(t,e))return;i.uniform2fv(this.addr,e),Sn(t,e)}}function IS(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3f(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else if(e.r!==void 0)(t[0]!==e.r||t[1]!==e.g||t[2]!==e.b)&&(i.uniform3f(this.addr,e.r,e.g,e.b),t[0]=e.r,t[1]=e.g,t[2]=e.b);else{if(bn(t,e))return;i.uniform3fv(this.addr,e),Sn(t,e)}}function LS(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4f(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(bn(t,e))return;i.uniform4fv(this.addr,e),Sn(t,e)}}function DS(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(bn(t,e))return;i.uniformMatrix2fv(this.addr,!1,e),Sn(t,e)}else{if(bn(t,n))return;cg.set(n),i.uniformMatrix2fv(this.addr,!1,cg),Sn(t,n)}}function NS(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(bn(t,e))return;i.uniformMatrix3fv(this.addr,!1,e),Sn(t,e)}else{if(bn(t,n))return;lg.set(n),i.uniformMatrix3fv(this.addr,!1,lg),Sn(t,n)}}function US(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(bn(t,e))return;i.uniformMatrix4fv(this.addr,!1,e),Sn(t,e)}else{if(bn(t,n))return;ag.set(n),i.uniformMatrix4fv(this.addr,!1,ag),Sn(t,n)}}function FS(i,e){let t=this.cache;t[0]!==e&&(i.uniform1i(this.addr,e),t[0]=e)}function OS(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2i(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(bn(t,e))return;i.uniform2iv(this.addr,e),Sn(t,e)}}function BS(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3i(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(bn(t,e))return;i.uniform3iv(this.addr,e),Sn(t,e)}}function kS(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4i(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(bn(t,e))return;i.uniform4iv(this.addr,e),Sn(t,e)}}function zS(i,e){let t=this.cache;t[0]!==e&&(i.uniform1ui(this.addr,e),t[0]=e)}function GS(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2ui(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(bn(t,e))return;i.uniform2uiv(this.addr,e),Sn(t,e)}}function VS(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3ui(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(bn(t,e))return;i.uniform3uiv(this.addr,e),Sn(t,e)}}function HS(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4ui(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(bn(t,e))return;i.uniform4uiv(this.addr,e),Sn(t,e)}}function Ah(i){return i.version===0&&(i.compareFunction=tf,i.needsUpdate=!0),i}function WS(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?r=Ah(Tg):r=Ag,t.setTexture2D(e||r,s)}function XS(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),t.setTexture3D(e||Pg,s)}function qS(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_CUBE_SHADOW?r=Ah(Cg):r=Ig,t.setTextureCube(e||r,s)}function YS(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),t.setTexture2DArray(e||Rg,s)}function ZS(i){switch(i){case 5126:return RS;case 35664:return PS;case 35665:return IS;case 35666:return LS;case 35674:return DS;case 35675:return NS;case 35676:return US;case 5124:case 35670:return FS;case 35667:case 35671:return OS;case 35668:case 35672:return BS;case 35669:case 35673:return kS;case 5125:return zS;case 36294:return GS;case 36295:return VS;case 36296:return HS;case 35678:case 36198:case 36298:case 36306:case 35682:return WS;case 35679:case 36299:case 36307:return XS;case 35680:case 36300:case 36308:case 36293:return qS;case 36289:case 36303:case 36311:case 36292:return YS}}function $S(i,e){i.uniform1fv(this.addr,e)}function KS(i,e){let t=Ao(e,this.size,2);i.uniform2fv(this.addr,t)}function JS(i,e){let t=Ao(e,this.size,3);i.uniform3fv(this.addr,t)}function jS(i,e){let t=Ao(e,this.size,4);i.uniform4fv(this.addr,t)}function QS(i,e){let t=Ao(e,this.size,4);i.uniformMatrix2fv(this.addr,!1,t)}function eM(i,e){let t=Ao(e,this.size,9);i.uniformMatrix3fv(this.addr,!1,t)}function tM(i,e){let t=Ao(e,this.size,16);i.uniformMatrix4fv(this.addr,!1,t)}function nM(i,e){i.uniform1iv(this.addr,e)}function iM(i,e){i.uniform2iv(this.addr,e)}function sM(i,e){i.uniform3iv(this.addr,e)}function rM(i,e){i.uniform4iv(this.addr,e)}function oM(i,e){i.uniform1uiv(this.addr,e)}function aM(i,e){i.uniform2uiv(this.addr,e)}function lM(i,e){i.uniform3uiv(this.addr,e)}function cM(i,e){i.uniform4uiv(this.addr,e)}function hM(i,e,t){let n=this.cache,s=e.length,r=Eh(t,s);bn(n,r)||(i.uniform1iv(this.addr,r),Sn(n,r));let o;this.type===i.SAMPLER_2D_SHADOW?o=Ah(Tg):o=Ag;for(let a=0;a!==s;++a)t.setTexture2D(e[a]||o,r[a])}function uM(i,e,t){let n=this.cache,s=e.length,r=Eh(t,s);bn(n,r)||(i.uniform1iv(this.addr,r),Sn(n,r));for(let o=0;o!==s;++o)t.setTexture3D(e[o]||Pg,r[o])}function dM(i,e,t){let n=this.cache,s=e.length,r=Eh(t,s);bn(n,r)||(i.uniform1iv(this.addr,r),Sn(n,r));let o;this.type===i.SAMPLER_CUBE_SHADOW?o=Ah(Cg):o=Ig;for(let a=0;a!==s;++a)t.setTextureCube(e[a]||o,r[a])}function fM(i,e,t){let n=this.cache,s=e.length,r=Eh(t,s);bn(n,r)||(i.uniform1iv(this.addr,r),Sn(n,r));for(let o=0;o!==s;++o)t.setTexture2DArray(e[o]||Rg,r[o])}function pM(i){switch(i){case 5126:return $S;case 35664:return KS;case 35665:return JS;case 35666:return jS;case 35674:return QS;case 35675:return eM;case 35676:return tM;case 5124:case 35670:return nM;case 35667:case 35671:return iM;case 35668:case 35672:return sM;case 35669:case 35673:return rM;case 5125:return oM;case 36294:return aM;case 36295:return lM;case 36296:return cM;case 35678:case 36198:case 36298:case 36306:case 35682:return hM;case 35679:case 36299:case 36307:return uM;case 35680:case 36300:case 36308:case 36293:return dM;case 36289:case 36303:case 36311:case 36292:return fM}}var mf=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.setValue=ZS(t.type)}},gf=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=pM(t.type)}},_f=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(e,t[a.id],n)}}},ff=/(\w+)(\])?(\[|\.)?/g;function hg(i,e){i.seq.push(e),i.map[e.id]=e}function mM(i,e,t){let n=i.name,s=n.length;for(ff.lastIndex=0;;){let r=ff.exec(n),o=ff.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){hg(t,c===void 0?new mf(a,i,e):new gf(a,i,e));break}else{let d=t.map[a];d===void 0&&(d=new _f(a),hg(t,d)),t=d}}}var wo=class{constructor(e,t){this.seq=[],this.map={};let n=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=e.getActiveUniform(t,o),l=e.getUniformLocation(t,a.name);mM(a,l,this)}let s=[],r=[];for(let o of this.seq)o.type===e.SAMPLER_2D_SHADOW||o.type===e.SAMPLER_CUBE_SHADOW||o.type===e.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(e,t,n,s){let r=this.map[t];r!==void 0&&r.setValue(e,n,s)}setOptional(e,t,n){let s=t[n];s!==void 0&&this.setValue(e,n,s)}static upload(e,t,n,s){for(let r=0,o=t.length;r!==o;++r){let a=t[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(e,l.value,s)}}static seqWithValue(e,t){let n=[];for(let s=0,r=e.length;s!==r;++s){let o=e[s];o.id in t&&n.push(o)}return n}};function ug(i,e,t){let n=i.createShader(e);return i.shaderSource(n,t),i.compileShader(n),n}var gM=37297,_M=0;function xM(i,e){let t=i.split(`
`),n=[],s=Math.max(e-6,0),r=Math.min(e+6,t.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===e?">":" "} ${a}: ${t[o]}`)}return n.join(`
`)}var dg=new nt;function yM(i){yt._getMatrix(dg,yt.workingColorSpace,i);let e=`mat3( ${dg.elements.map(t=>t.toFixed(4))} )`;switch(yt.getTransfer(i)){case la:return[e,"LinearTransferOETF"];case Ct:return[e,"sRGBTransferOETF"];default:return Ze("WebGLProgram: Unsupported color space: ",i),[e,"LinearTransferOETF"]}}function fg(i,e,t){let n=i.getShaderParameter(e,i.COMPILE_STATUS),r=(i.getShaderInfoLog(e)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return t.toUpperCase()+`

`+r+`

`+xM(i.getShaderSource(e),a)}else return r}function vM(i,e){let t=yM(e);return[`vec4 ${i}( vec4 value ) {`,`	return ${t[1]}( vec4( ${t[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var bM={[zd]:"Linear",[Gd]:"Reinhard",[Vd]:"Cineon",[Hd]:"ACESFilmic",[Xd]:"AgX",[Ba]:"Neutral",[Wd]:"Custom"};function SM(i,e){let t=bM[e];return t===void 0?(Ze("WebGLProgram: Unsupported toneMapping:",e),"vec3 "+i+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+i+"( vec3 color ) { return "+t+"ToneMapping( color ); }"}var Mh=new P;function MM(){yt.getLuminanceCoefficients(Mh);let i=Mh.x.toFixed(4),e=Mh.y.toFixed(4),t=Mh.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${e}, ${t} );`,"	return dot( weights, rgb );","}"].join(`
`)}function wM(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(Za).join(`
`)}function EM(i){let e=[];for(let t in i){let n=i[t];n!==!1&&e.push("#define "+t+" "+n)}return e.join(`
`)}function AM(i,e){let t={},n=i.getProgramParameter(e,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(e,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),t[o]={type:r.type,location:i.getAttribLocation(e,o),locationSize:a}}return t}function Za(i){return i!==""}function pg(i,e){let t=e.numSpotLightShadows+e.numSpotLightMaps-e.numSpotLightShadowsWithMaps;return i.replace(/NUM_SUN_LIGHTS/g,e.numSunLights).replace(/NUM_DIR_LIGHTS/g,e.numDirLights).replace(/NUM_SPOT_LIGHTS/g,e.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,e.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,t).replace(/NUM_RECT_AREA_LIGHTS/g,e.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,e.numPointLights).replace(/NUM_HEMI_LIGHTS/g,e.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,e.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,e.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,e.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,e.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,e.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,e.numLightProbeGrids)}function mg(i,e){return i.replace(/NUM_CLIPPING_PLANES/g,e.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,e.numClippingPlanes-e.numClipIntersection)}var TM=/^[ \t]*#include +<([\w\d./]+)>/gm;function xf(i){return i.replace(TM,CM)}function CM(i,e){let t=dt[e];if(t===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+e+">");return xf(t)}var RM=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function gg(i){return i.replace(RM,PM)}function PM(i,e,t,n){let s="";for(let r=parseInt(e);r<parseInt(t);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function _g(i){let e=`precision ${i.precision} float;
	precision ${i.precision} int;
	precision ${i.precision} sampler2D;
	precision ${i.precision} samplerCube;
	precision ${i.precision} sampler3D;
	precision ${i.precision} sampler2DArray;
	precision ${i.precision} sampler2DShadow;
	precision ${i.precision} samplerCubeShadow;
	precision ${i.precision} sampler2DArrayShadow;
	precision ${i.precision} isampler2D;
	precision ${i.precision} isampler3D;
	precision ${i.precision} isamplerCube;
	precision ${i.precision} isampler2DArray;
	precision ${i.precision} usampler2D;
	precision ${i.precision} usampler3D;
	precision ${i.precision} usamplerCube;
	precision ${i.precision} usampler2DArray;
	`;return i.precision==="highp"?e+=`
#define HIGH_PRECISION`:i.precision==="mediump"?e+=`
#define MEDIUM_PRECISION`:i.precision==="lowp"&&(e+=`
#define LOW_PRECISION`),e}var IM={[Fa]:"SHADOWMAP_TYPE_PCF",[vo]:"SHADOWMAP_TYPE_VSM"};function LM(i){return IM[i.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var DM={[So]:"ENVMAP_MODE_REFRACTION"};function NM(i){return i.envMap===!1?"ENVMAP_MODE_REFLECTION":DM[i.envMapMode]||"ENVMAP_MODE_REFLECTION"}var UM={[kd]:"ENVMAP_BLENDING_MULTIPLY",[Om]:"ENVMAP_BLENDING_MIX",[Bm]:"ENVMAP_BLENDING_ADD"};function FM(i){return i.envMap===!1?"ENVMAP_BLENDING_NONE":UM[i.combine]||"ENVMAP_BLENDING_NONE"}function OM(i,e,t,n){let s=i.getContext(),r=t.defines,o=t.vertexShader,a=t.fragmentShader,l=LM(t),c=t.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=NM(t),d=FM(t),u=wM(t),f=EM(r),g=s.createProgram(),v,m,p=t.glslVersion?"#version "+t.glslVersion+`
`:"";t.isRawShaderMaterial?(v=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(Za).join(`
`),v.length>0&&(v+=`
`),m=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(Za).join(`
`),m.length>0&&(m+=`
`)):(v=[_g(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",t.batching?"#define USE_BATCHING":"",t.batchingColor?"#define USE_BATCHING_COLOR":"",t.instancing?"#define USE_INSTANCING":"",t.instancingColor?"#define USE_INSTANCING_COLOR":"",t.instancingMorph?"#define USE_INSTANCING_MORPH":"",t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.map?"#define USE_MAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+h:"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.displacementMap?"#define USE_DISPLACEMENTMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.mapUv?"#define MAP_UV "+t.mapUv:"",t.alphaMapUv?"#define ALPHAMAP_UV "+t.alphaMapUv:"",t.lightMapUv?"#define LIGHTMAP_UV "+t.lightMapUv:"",t.aoMapUv?"#define AOMAP_UV "+t.aoMapUv:"",t.emissiveMapUv?"#define EMISSIVEMAP_UV "+t.emissiveMapUv:"",t.bumpMapUv?"#define BUMPMAP_UV "+t.bumpMapUv:"",t.normalMapUv?"#define NORMALMAP_UV "+t.normalMapUv:"",t.displacementMapUv?"#define DISPLACEMENTMAP_UV "+t.displacementMapUv:"",t.metalnessMapUv?"#define METALNESSMAP_UV "+t.metalnessMapUv:"",t.roughnessMapUv?"#define ROUGHNESSMAP_UV "+t.roughnessMapUv:"",t.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+t.anisotropyMapUv:"",t.clearcoatMapUv?"#define CLEARCOATMAP_UV "+t.clearcoatMapUv:"",t.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+t.clearcoatNormalMapUv:"",t.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+t.clearcoatRoughnessMapUv:"",t.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+t.diffuseRoughnessMapUv:"",t.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+t.iridescenceMapUv:"",t.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+t.iridescenceThicknessMapUv:"",t.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+t.sheenColorMapUv:"",t.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+t.sheenRoughnessMapUv:"",t.specularMapUv?"#define SPECULARMAP_UV "+t.specularMapUv:"",t.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+t.specularColorMapUv:"",t.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+t.specularIntensityMapUv:"",t.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+t.transmissionMapUv:"",t.thicknessMapUv?"#define THICKNESSMAP_UV "+t.thicknessMapUv:"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexNormals?"#define HAS_NORMAL":"",t.vertexColors?"#define USE_COLOR":"",t.vertexAlphas?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.flatShading?"#define FLAT_SHADED":"",t.skinning?"#define USE_SKINNING":"",t.morphTargets?"#define USE_MORPHTARGETS":"",t.morphNormals&&t.flatShading===!1?"#define USE_MORPHNORMALS":"",t.morphColors?"#define USE_MORPHCOLORS":"",t.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+t.morphTextureStride:"",t.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+t.morphTargetsCount:"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.sizeAttenuation?"#define USE_SIZEATTENUATION":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(Za).join(`
`),m=[_g(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",t.map?"#define USE_MAP":"",t.matcap?"#define USE_MATCAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+c:"",t.envMap?"#define "+h:"",t.envMap?"#define "+d:"",t.envMapPMREM?"#define ENVMAP_MAX_LOD "+t.envMapMaxLod+".0":"",t.envMapPMREM?"#define ENVMAP_SIZE "+t.envMapSize+".0":"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoat?"#define USE_CLEARCOAT":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.dispersion?"#define USE_DISPERSION":"",t.retroreflection?"#define USE_RETROREFLECTION":"",t.iridescence?"#define USE_IRIDESCENCE":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaTest?"#define USE_ALPHATEST":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.sheen?"#define USE_SHEEN":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexColors||t.instancingColor?"#define USE_COLOR":"",t.vertexAlphas||t.batchingColor?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.gradientMap?"#define USE_GRADIENTMAP":"",t.flatShading?"#define FLAT_SHADED":"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",t.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",t.toneMapping!==cs?"#define TONE_MAPPING":"",t.toneMapping!==cs?dt.tonemapping_pars_fragment:"",t.toneMapping!==cs?SM("toneMapping",t.toneMapping):"",t.dithering?"#define DITHERING":"",t.opaque?"#define OPAQUE":"",dt.colorspace_pars_fragment,vM("linearToOutputTexel",t.outputColorSpace),MM(),t.useDepthPacking?"#define DEPTH_PACKING "+t.depthPacking:"",`
`].filter(Za).join(`
`)),o=xf(o),o=pg(o,t),o=mg(o,t),a=xf(a),a=pg(a,t),a=mg(a,t),o=gg(o),a=gg(a),t.isRawShaderMaterial!==!0&&(p=`#version 300 es
`,v=[u,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+v,m=["#define varying in",t.glslVersion===sf?"":"layout(location = 0) out highp vec4 pc_fragColor;",t.glslVersion===sf?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+m);let _=p+v+o,T=p+m+a,b=ug(s,s.VERTEX_SHADER,_),C=ug(s,s.FRAGMENT_SHADER,T);s.attachShader(g,b),s.attachShader(g,C),t.index0AttributeName!==void 0?s.bindAttribLocation(g,0,t.index0AttributeName):t.hasPositionAttribute===!0&&s.bindAttribLocation(g,0,"position"),s.linkProgram(g);function A(L){if(i.debug.checkShaderErrors){let D=s.getProgramInfoLog(g)||"",z=s.getShaderInfoLog(b)||"",H=s.getShaderInfoLog(C)||"",U=D.trim(),W=z.trim(),Y=H.trim(),V=!0,le=!0;if(s.getProgramParameter(g,s.LINK_STATUS)===!1)if(V=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,g,b,C);else{let K=fg(s,b,"vertex"),j=fg(s,C,"fragment");et("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(g,s.VALIDATE_STATUS)+`

Material Name: `+L.name+`
Material Type: `+L.type+`

Program Info Log: `+U+`
`+K+`
`+j)}else U!==""?Ze("WebGLProgram: Program Info Log:",U):(W===""||Y==="")&&(le=!1);le&&(L.diagnostics={runnable:V,programLog:U,vertexShader:{log:W,prefix:v},fragmentShader:{log:Y,prefix:m}})}s.deleteShader(b),s.deleteShader(C),x=new wo(s,g),w=AM(s,g)}let x;this.getUniforms=function(){return x===void 0&&A(this),x};let w;this.getAttributes=function(){return w===void 0&&A(this),w};let O=t.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return O===!1&&(O=s.getProgramParameter(g,gM)),O},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(g),this.program=void 0},this.type=t.shaderType,this.name=t.shaderName,this.id=_M++,this.cacheKey=e,this.usedTimes=1,this.program=g,this.vertexShader=b,this.fragmentShader=C,this}var BM=0,yf=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,n){let s=this._getShaderCacheForMaterial(e);return s.has(t)===!1&&(s.add(t),t.usedTimes++),s.has(n)===!1&&(s.add(n),n.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let n of t)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,n=t.get(e);return n===void 0&&(n=new Set,t.set(e,n)),n}_getShaderStage(e){let t=this.shaderCache,n=t.get(e);return n===void 0&&(n=new vf(e),t.set(e,n)),n}},vf=class{constructor(e){this.id=BM++,this.code=e,this.usedTimes=0}};function kM(i){return i===sr||i===Wa||i===Xa}function zM(i,e,t,n,s,r){let o=new po,a=new yf,l=new Set,c=[],h=new Map,d=n.logarithmicDepthBuffer,u={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function f(x){return l.add(x),x===0?"uv":`uv${x}`}function g(x,w,O,L,D,z){let H=L.fog,U=D.geometry,W=x.isMeshStandardMaterial||x.isMeshLambertMaterial||x.isMeshPhongMaterial?L.environment:null,Y=x.isMeshStandardMaterial||x.isMeshLambertMaterial&&!x.envMap||x.isMeshPhongMaterial&&!x.envMap,V=e.get(x.envMap||W,Y),le=u[x.type],K=n.precision;x.precision!==null&&(K=n.getMaxPrecision(x.precision),K!==x.precision&&Ze("WebGLProgram.getParameters:",x.precision,"not supported, using",K,"instead."));let j=U.morphAttributes.position||U.morphAttributes.normal||U.morphAttributes.color,ie=j!==void 0?j.length:0,ue=0;U.morphAttributes.position!==void 0&&(ue=1),U.morphAttributes.normal!==void 0&&(ue=2),U.morphAttributes.color!==void 0&&(ue=3);let he,Q,pe,_e;if(le){let Te=ii[le];he=Te.vertexShader,Q=Te.fragmentShader}else{he=x.vertexShader,Q=x.fragmentShader;let Te=a.getVertexShaderStage(x),ct=a.getFragmentShaderStage(x);a.update(x,Te,ct),pe=Te.id,_e=ct.id}let Ae=i.getRenderTarget(),be=i.state.buffers.depth.getReversed(),Xe=D.isInstancedMesh===!0,ot=D.isBatchedMesh===!0,He=!!x.map,ft=!!x.matcap,ht=!!V,it=ht&&V.isPMREMTexture===!0,Kt=!!x.aoMap,Ht=!!x.lightMap,hn=!!x.bumpMap&&x.wireframe===!1,Ut=!!x.normalMap,An=!!x.displacementMap,bt=!!x.emissiveMap,yn=!!x.metalnessMap,en=!!x.roughnessMap,un=x.anisotropy>0,B=x.clearcoat>0,Ce=x.diffuseRoughness>0,$e=x.dispersion>0,at=x.retroreflectivity>0,Se=x.iridescence>0,kt=x.sheen>0,Ve=x.transmission>0,Ye=un&&!!x.anisotropyMap,R=B&&!!x.clearcoatMap,S=B&&!!x.clearcoatNormalMap,X=B&&!!x.clearcoatRoughnessMap,ce=Ce&&!!x.diffuseRoughnessMap,re=Se&&!!x.iridescenceMap,ge=Se&&!!x.iridescenceThicknessMap,xe=kt&&!!x.sheenColorMap,ee=kt&&!!x.sheenRoughnessMap,ne=!!x.specularMap,fe=!!x.specularColorMap,F=!!x.specularIntensityMap,se=Ve&&!!x.transmissionMap,te=Ve&&!!x.thicknessMap,Me=!!x.gradientMap,me=!!x.alphaMap,ve=x.alphaTest>0,We=!!x.alphaHash,je=!!x.extensions,ae=cs;x.toneMapped&&(Ae===null||Ae.isXRRenderTarget===!0)&&(ae=i.toneMapping);let Be=it?V.isCompressedCubeTexture?V.image[0].mipmaps:V.mipmaps:null,Qe={shaderID:le,shaderType:x.type,shaderName:x.name,vertexShader:he,fragmentShader:Q,defines:x.defines,customVertexShaderID:pe,customFragmentShaderID:_e,isRawShaderMaterial:x.isRawShaderMaterial===!0,glslVersion:x.glslVersion,precision:K,batching:ot,batchingColor:ot&&D._colorsTexture!==null,instancing:Xe,instancingColor:Xe&&D.instanceColor!==null,instancingMorph:Xe&&D.morphTexture!==null,outputColorSpace:Ae===null?i.outputColorSpace:Ae.isXRRenderTarget===!0?Ae.texture.colorSpace:yt.workingColorSpace,alphaToCoverage:!!x.alphaToCoverage,map:He,matcap:ft,envMap:ht,envMapMode:ht&&V.mapping,envMapPMREM:it,envMapMaxLod:it?Be.length-1:null,envMapSize:it?Be[0].width:null,aoMap:Kt,lightMap:Ht,bumpMap:hn,normalMap:Ut,displacementMap:An,emissiveMap:bt,normalMapObjectSpace:Ut&&x.normalMapType===Gm,normalMapTangentSpace:Ut&&x.normalMapType===vh,packedNormalMap:Ut&&x.normalMapType===vh&&kM(x.normalMap.format),metalnessMap:yn,roughnessMap:en,anisotropy:un,anisotropyMap:Ye,clearcoat:B,clearcoatMap:R,clearcoatNormalMap:S,clearcoatRoughnessMap:X,diffuseRoughness:Ce,diffuseRoughnessMap:ce,dispersion:$e,retroreflection:at,iridescence:Se,iridescenceMap:re,iridescenceThicknessMap:ge,sheen:kt,sheenColorMap:xe,sheenRoughnessMap:ee,specularMap:ne,specularColorMap:fe,specularIntensityMap:F,transmission:Ve,transmissionMap:se,thicknessMap:te,gradientMap:Me,opaque:x.transparent===!1&&x.blending===bo&&x.alphaToCoverage===!1,alphaMap:me,alphaTest:ve,alphaHash:We,combine:x.combine,mapUv:He&&f(x.map.channel),aoMapUv:Kt&&f(x.aoMap.channel),lightMapUv:Ht&&f(x.lightMap.channel),bumpMapUv:hn&&f(x.bumpMap.channel),normalMapUv:Ut&&f(x.normalMap.channel),displacementMapUv:An&&f(x.displacementMap.channel),emissiveMapUv:bt&&f(x.emissiveMap.channel),metalnessMapUv:yn&&f(x.metalnessMap.channel),roughnessMapUv:en&&f(x.roughnessMap.channel),anisotropyMapUv:Ye&&f(x.anisotropyMap.channel),clearcoatMapUv:R&&f(x.clearcoatMap.channel),clearcoatNormalMapUv:S&&f(x.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:X&&f(x.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:ce&&f(x.diffuseRoughnessMap.channel),iridescenceMapUv:re&&f(x.iridescenceMap.channel),iridescenceThicknessMapUv:ge&&f(x.iridescenceThicknessMap.channel),sheenColorMapUv:xe&&f(x.sheenColorMap.channel),sheenRoughnessMapUv:ee&&f(x.sheenRoughnessMap.channel),specularMapUv:ne&&f(x.specularMap.channel),specularColorMapUv:fe&&f(x.specularColorMap.channel),specularIntensityMapUv:F&&f(x.specularIntensityMap.channel),transmissionMapUv:se&&f(x.transmissionMap.channel),thicknessMapUv:te&&f(x.thicknessMap.channel),alphaMapUv:me&&f(x.alphaMap.channel),vertexTangents:!!U.attributes.tangent&&(Ut||un),vertexNormals:!!U.attributes.normal,vertexColors:x.vertexColors,vertexAlphas:x.vertexColors===!0&&!!U.attributes.color&&U.attributes.color.itemSize===4,pointsUvs:D.isPoints===!0&&!!U.attributes.uv&&(He||me),fog:!!H,useFog:x.fog===!0,fogExp2:!!H&&H.isFogExp2,flatShading:x.wireframe===!1&&(x.flatShading===!0||U.attributes.normal===void 0&&Ut===!1&&(x.isMeshLambertMaterial||x.isMeshPhongMaterial||x.isMeshStandardMaterial||x.isMeshPhysicalMaterial)),sizeAttenuation:x.sizeAttenuation===!0,logarithmicDepthBuffer:d,reversedDepthBuffer:be,skinning:D.isSkinnedMesh===!0,hasPositionAttribute:U.attributes.position!==void 0,morphTargets:U.morphAttributes.position!==void 0,morphNormals:U.morphAttributes.normal!==void 0,morphColors:U.morphAttributes.color!==void 0,morphTargetsCount:ie,morphTextureStride:ue,numSunLights:w.sun.length,numDirLights:w.directional.length,numPointLights:w.point.length,numSpotLights:w.spot.length,numSpotLightMaps:w.spotLightMap.length,numRectAreaLights:w.rectArea.length,numHemiLights:w.hemi.length,numSunLightShadows:w.sunShadowMap.length,numDirLightShadows:w.directionalShadowMap.length,numPointLightShadows:w.pointShadowMap.length,numSpotLightShadows:w.spotShadowMap.length,numSpotLightShadowsWithMaps:w.numSpotLightShadowsWithMaps,numLightProbes:w.numLightProbes,numLightProbeGrids:z.filter(Te=>Te.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:x.dithering,shadowMapEnabled:i.shadowMap.enabled&&O.length>0,shadowMapType:i.shadowMap.type,toneMapping:ae,decodeVideoTexture:He&&x.map.isVideoTexture===!0&&yt.getTransfer(x.map.colorSpace)===Ct,decodeVideoTextureEmissive:bt&&x.emissiveMap.isVideoTexture===!0&&yt.getTransfer(x.emissiveMap.colorSpace)===Ct,premultipliedAlpha:x.premultipliedAlpha,doubleSided:x.side===li,flipSided:x.side===On,useDepthPacking:x.depthPacking>=0,depthPacking:x.depthPacking||0,index0AttributeName:x.index0AttributeName,extensionClipCullDistance:je&&x.extensions.clipCullDistance===!0&&t.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(je&&x.extensions.multiDraw===!0||ot)&&t.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:t.has("KHR_parallel_shader_compile"),customProgramCacheKey:x.customProgramCacheKey()};return Qe.vertexUv1s=l.has(1),Qe.vertexUv2s=l.has(2),Qe.vertexUv3s=l.has(3),l.clear(),Qe}function v(x){let w=[];if(x.shaderID?w.push(x.shaderID):(w.push(x.customVertexShaderID),w.push(x.customFragmentShaderID)),x.defines!==void 0)for(let O in x.defines)w.push(O),w.push(x.defines[O]);return x.isRawShaderMaterial===!1&&(m(w,x),p(w,x),w.push(i.outputColorSpace)),w.push(x.customProgramCacheKey),w.join()}function m(x,w){x.push(w.precision),x.push(w.outputColorSpace),x.push(w.envMapMode),x.push(w.envMapPMREM),x.push(w.envMapMaxLod),x.push(w.envMapSize),x.push(w.mapUv),x.push(w.alphaMapUv),x.push(w.lightMapUv),x.push(w.aoMapUv),x.push(w.bumpMapUv),x.push(w.normalMapUv),x.push(w.displacementMapUv),x.push(w.emissiveMapUv),x.push(w.metalnessMapUv),x.push(w.roughnessMapUv),x.push(w.anisotropyMapUv),x.push(w.clearcoatMapUv),x.push(w.clearcoatNormalMapUv),x.push(w.clearcoatRoughnessMapUv),x.push(w.diffuseRoughnessMapUv),x.push(w.iridescenceMapUv),x.push(w.iridescenceThicknessMapUv),x.push(w.sheenColorMapUv),x.push(w.sheenRoughnessMapUv),x.push(w.specularMapUv),x.push(w.specularColorMapUv),x.push(w.specularIntensityMapUv),x.push(w.transmissionMapUv),x.push(w.thicknessMapUv),x.push(w.combine),x.push(w.fogExp2),x.push(w.sizeAttenuation),x.push(w.morphTargetsCount),x.push(w.numSunLights),x.push(w.numDirLights),x.push(w.numPointLights),x.push(w.numSpotLights),x.push(w.numSpotLightMaps),x.push(w.numHemiLights),x.push(w.numRectAreaLights),x.push(w.numSunLightShadows),x.push(w.numDirLightShadows),x.push(w.numPointLightShadows),x.push(w.numSpotLightShadows),x.push(w.numSpotLightShadowsWithMaps),x.push(w.numLightProbes),x.push(w.numLightProbeGrids),x.push(w.shadowMapType),x.push(w.toneMapping),x.push(w.numClippingPlanes),x.push(w.numClipIntersection),x.push(w.depthPacking)}function p(x,w){o.disableAll(),w.instancing&&o.enable(0),w.instancingColor&&o.enable(1),w.instancingMorph&&o.enable(2),w.matcap&&o.enable(3),w.envMap&&o.enable(4),w.normalMapObjectSpace&&o.enable(5),w.normalMapTangentSpace&&o.enable(6),w.clearcoat&&o.enable(7),w.iridescence&&o.enable(8),w.alphaTest&&o.enable(9),w.vertexColors&&o.enable(10),w.vertexAlphas&&o.enable(11),w.vertexUv1s&&o.enable(12),w.vertexUv2s&&o.enable(13),w.vertexUv3s&&o.enable(14),w.vertexTangents&&o.enable(15),w.anisotropy&&o.enable(16),w.alphaHash&&o.enable(17),w.batching&&o.enable(18),w.dispersion&&o.enable(19),w.retroreflection&&o.enable(24),w.diffuseRoughness&&o.enable(25),w.batchingColor&&o.enable(20),w.gradientMap&&o.enable(21),w.packedNormalMap&&o.enable(22),w.vertexNormals&&o.enable(23),x.push(o.mask),o.disableAll(),w.fog&&o.enable(0),w.useFog&&o.enable(1),w.flatShading&&o.enable(2),w.logarithmicDepthBuffer&&o.enable(3),w.reversedDepthBuffer&&o.enable(4),w.skinning&&o.enable(5),w.morphTargets&&o.enable(6),w.morphNormals&&o.enable(7),w.morphColors&&o.enable(8),w.premultipliedAlpha&&o.enable(9),w.shadowMapEnabled&&o.enable(10),w.doubleSided&&o.enable(11),w.flipSided&&o.enable(12),w.useDepthPacking&&o.enable(13),w.dithering&&o.enable(14),w.transmission&&o.enable(15),w.sheen&&o.enable(16),w.opaque&&o.enable(17),w.pointsUvs&&o.enable(18),w.decodeVideoTexture&&o.enable(19),w.decodeVideoTextureEmissive&&o.enable(20),w.alphaToCoverage&&o.enable(21),w.numLightProbeGrids>0&&o.enable(22),w.hasPositionAttribute&&o.enable(23),x.push(o.mask)}function _(x){let w=u[x.type],O;if(w){let L=ii[w];O=qa.clone(L.uniforms)}else O=x.uniforms;return O}function T(x,w){let O=h.get(w);return O!==void 0?++O.usedTimes:(O=new OM(i,w,x,s),c.push(O),h.set(w,O)),O}function b(x){if(--x.usedTimes===0){let w=c.indexOf(x);c[w]=c[c.length-1],c.pop(),h.delete(x.cacheKey),x.destroy()}}function C(x){a.remove(x)}function A(){a.dispose()}return{getParameters:g,getProgramCacheKey:v,getUniforms:_,acquireProgram:T,releaseProgram:b,releaseShaderCache:C,programs:c,dispose:A}}function GM(){let i=new WeakMap;function e(o){return i.has(o)}function t(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:e,get:t,remove:n,update:s,dispose:r}}function VM(i,e){return i.groupOrder!==e.groupOrder?i.groupOrder-e.groupOrder:i.renderOrder!==e.renderOrder?i.renderOrder-e.renderOrder:i.material.id!==e.material.id?i.material.id-e.material.id:i.materialVariant!==e.materialVariant?i.materialVariant-e.materialVariant:i.z!==e.z?i.z-e.z:i.id-e.id}function xg(i,e){return i.groupOrder!==e.groupOrder?i.groupOrder-e.groupOrder:i.renderOrder!==e.renderOrder?i.renderOrder-e.renderOrder:i.z!==e.z?e.z-i.z:i.id-e.id}function yg(){let i=[],e=0,t=[],n=[],s=[];function r(){e=0,t.length=0,n.length=0,s.length=0}function o(u){let f=0;return u.isInstancedMesh&&(f+=2),u.isSkinnedMesh&&(f+=1),f}function a(u,f,g,v,m,p){let _=i[e];return _===void 0?(_={id:u.id,object:u,geometry:f,material:g,materialVariant:o(u),groupOrder:v,renderOrder:u.renderOrder,z:m,group:p},i[e]=_):(_.id=u.id,_.object=u,_.geometry=f,_.material=g,_.materialVariant=o(u),_.groupOrder=v,_.renderOrder=u.renderOrder,_.z=m,_.group=p),e++,_}function l(u,f,g,v,m,p,_){_.reversedDepth===!0&&(m=-m);let T=a(u,f,g,v,m,p);g.transmission>0?n.push(T):g.transparent===!0?s.push(T):t.push(T)}function c(u,f,g,v,m,p){let _=a(u,f,g,v,m,p);g.transmission>0?n.unshift(_):g.transparent===!0?s.unshift(_):t.unshift(_)}function h(u,f){t.length>1&&t.sort(u||VM),n.length>1&&n.sort(f||xg),s.length>1&&s.sort(f||xg)}function d(){for(let u=e,f=i.length;u<f;u++){let g=i[u];if(g.id===null)break;g.id=null,g.object=null,g.geometry=null,g.material=null,g.group=null}}return{opaque:t,transmissive:n,transparent:s,init:r,push:l,unshift:c,finish:d,sort:h}}function HM(){let i=new WeakMap;function e(n,s){let r=i.get(n),o;return r===void 0?(o=new yg,i.set(n,[o])):s>=r.length?(o=new yg,r.push(o)):o=r[s],o}function t(){i=new WeakMap}return{get:e,dispose:t}}function WM(){let i={};return{get:function(e){if(i[e.id]!==void 0)return i[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={direction:new P,color:new De};break;case"SpotLight":t={position:new P,direction:new P,color:new De,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":t={position:new P,color:new De,distance:0,decay:0};break;case"HemisphereLight":t={direction:new P,skyColor:new De,groundColor:new De};break;case"RectAreaLight":t={color:new De,position:new P,halfWidth:new P,halfHeight:new P};break}return i[e.id]=t,t}}}function XM(){let i={};return{get:function(e){if(i[e.id]!==void 0)return i[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ge};break;case"SpotLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ge};break;case"PointLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ge,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[e.id]=t,t}}}var qM=0;function YM(i,e){return(e.castShadow?2:0)-(i.castShadow?2:0)+(e.map?1:0)-(i.map?1:0)}function ZM(i){let e=new WM,t=XM(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new P);let s=new P,r=new Ke,o=new Ke;function a(c){let h=0,d=0,u=0;for(let z=0;z<9;z++)n.probe[z].set(0,0,0);let f=0,g=0,v=0,m=0,p=0,_=0,T=0,b=0,C=0,A=0,x=0,w=0,O=0,L=0;c.sort(YM);for(let z=0,H=c.length;z<H;z++){let U=c[z],W=U.color,Y=U.intensity,V=U.distance,le=null;if(U.shadow&&U.shadow.map&&(U.shadow.map.texture.format===sr?le=U.shadow.map.texture:le=U.shadow.map.depthTexture||U.shadow.map.texture),U.isAmbientLight)h+=W.r*Y,d+=W.g*Y,u+=W.b*Y;else if(U.isLightProbe){for(let K=0;K<9;K++)n.probe[K].addScaledVector(U.sh.coefficients[K],Y);L++}else if(U.isSunLight){let K=e.get(U);if(K.color.copy(U.color).multiplyScalar(U.intensity),U.castShadow){let j=U.shadow,ie=t.get(U);ie.shadowIntensity=j.intensity,ie.shadowBias=j.bias,ie.shadowNormalBias=j.normalBias,ie.shadowRadius=j.radius,ie.shadowMapSize.copy(j.mapSize).multiply(j.getFrameExtents()),n.sunShadow[g]=ie,n.sunShadowMap[g]=le;let ue=j.getViewportCount();for(let he=0;he<ue;he++)n.sunShadowMatrix[v+he]=j.getMatrix(he),n.sunShadowCascade[v+he]=j._cascadeData[he];v+=ue,g++}n.sun[f]=K,f++}else if(U.isDirectionalLight){let K=e.get(U);if(K.color.copy(U.color).multiplyScalar(U.intensity),U.castShadow){let j=U.shadow,ie=t.get(U);ie.shadowIntensity=j.intensity,ie.shadowBias=j.bias,ie.shadowNormalBias=j.normalBias,ie.shadowRadius=j.radius,ie.shadowMapSize=j.mapSize,n.directionalShadow[m]=ie,n.directionalShadowMap[m]=le,n.directionalShadowMatrix[m]=U.shadow.matrix,C++}n.directional[m]=K,m++}else if(U.isSpotLight){let K=e.get(U);K.position.setFromMatrixPosition(U.matrixWorld),K.color.copy(W).multiplyScalar(Y),K.distance=V,K.coneCos=Math.cos(U.angle),K.penumbraCos=Math.cos(U.angle*(1-U.penumbra)),K.decay=U.decay,n.spot[_]=K;let j=U.shadow;if(U.map&&(n.spotLightMap[w]=U.map,w++,j.updateMatrices(U),U.castShadow&&O++),n.spotLightMatrix[_]=j.matrix,U.castShadow){let ie=t.get(U);ie.shadowIntensity=j.intensity,ie.shadowBias=j.bias,ie.shadowNormalBias=j.normalBias,ie.shadowRadius=j.radius,ie.shadowMapSize=j.mapSize,n.spotShadow[_]=ie,n.spotShadowMap[_]=le,x++}_++}else if(U.isRectAreaLight){let K=e.get(U);K.color.copy(W).multiplyScalar(Y),K.halfWidth.set(U.width*.5,0,0),K.halfHeight.set(0,U.height*.5,0),n.rectArea[T]=K,T++}else if(U.isPointLight){let K=e.get(U);if(K.color.copy(U.color).multiplyScalar(U.intensity),K.distance=U.distance,K.decay=U.decay,U.castShadow){let j=U.shadow,ie=t.get(U);ie.shadowIntensity=j.intensity,ie.shadowBias=j.bias,ie.shadowNormalBias=j.normalBias,ie.shadowRadius=j.radius,ie.shadowMapSize=j.mapSize,ie.shadowCameraNear=j.camera.near,ie.shadowCameraFar=j.camera.far,n.pointShadow[p]=ie,n.pointShadowMap[p]=le,n.pointShadowMatrix[p]=U.shadow.matrix,A++}n.point[p]=K,p++}else if(U.isHemisphereLight){let K=e.get(U);K.skyColor.copy(U.color).multiplyScalar(Y),K.groundColor.copy(U.groundColor).multiplyScalar(Y),n.hemi[b]=K,b++}}T>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=Re.LTC_FLOAT_1,n.rectAreaLTC2=Re.LTC_FLOAT_2):(n.rectAreaLTC1=Re.LTC_HALF_1,n.rectAreaLTC2=Re.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=d,n.ambient[2]=u;let D=n.hash;(D.sunLength!==f||D.directionalLength!==m||D.pointLength!==p||D.spotLength!==_||D.rectAreaLength!==T||D.hemiLength!==b||D.numSunShadows!==g||D.numDirectionalShadows!==C||D.numPointShadows!==A||D.numSpotShadows!==x||D.numSpotMaps!==w||D.numLightProbes!==L)&&(n.sun.length=f,n.directional.length=m,n.spot.length=_,n.rectArea.length=T,n.point.length=p,n.hemi.length=b,n.sunShadow.length=g,n.sunShadowMap.length=g,n.sunShadowMatrix.length=v,n.sunShadowCascade.length=v,n.directionalShadow.length=C,n.directionalShadowMap.length=C,n.directionalShadowMatrix.length=C,n.pointShadow.length=A,n.pointShadowMap.length=A,n.pointShadowMatrix.length=A,n.spotShadow.length=x,n.spotShadowMap.length=x,n.spotLightMatrix.length=x+w-O,n.spotLightMap.length=w,n.numSpotLightShadowsWithMaps=O,n.numLightProbes=L,D.sunLength=f,D.directionalLength=m,D.pointLength=p,D.spotLength=_,D.rectAreaLength=T,D.hemiLength=b,D.numSunShadows=g,D.numDirectionalShadows=C,D.numPointShadows=A,D.numSpotShadows=x,D.numSpotMaps=w,D.numLightProbes=L,n.version=qM++)}function l(c,h){let d=0,u=0,f=0,g=0,v=0,m=0,p=h.matrixWorldInverse;for(let _=0,T=c.length;_<T;_++){let b=c[_];if(b.isSunLight){let C=n.sun[d];C.direction.setFromMatrixPosition(b.matrixWorld),C.direction.transformDirection(p),d++}else if(b.isDirectionalLight){let C=n.directional[u];C.direction.setFromMatrixPosition(b.matrixWorld),s.setFromMatrixPosition(b.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(p),u++}else if(b.isSpotLight){let C=n.spot[g];C.position.setFromMatrixPosition(b.matrixWorld),C.position.applyMatrix4(p),C.direction.setFromMatrixPosition(b.matrixWorld),s.setFromMatrixPosition(b.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(p),g++}else if(b.isRectAreaLight){let C=n.rectArea[v];C.position.setFromMatrixPosition(b.matrixWorld),C.position.applyMatrix4(p),o.identity(),r.copy(b.matrixWorld),r.premultiply(p),o.extractRotation(r),C.halfWidth.set(b.width*.5,0,0),C.halfHeight.set(0,b.height*.5,0),C.halfWidth.applyMatrix4(o),C.halfHeight.applyMatrix4(o),v++}else if(b.isPointLight){let C=n.point[f];C.position.setFromMatrixPosition(b.matrixWorld),C.position.applyMatrix4(p),f++}else if(b.isHemisphereLight){let C=n.hemi[m];C.direction.setFromMatrixPosition(b.matrixWorld),C.direction.transformDirection(p),m++}}}return{setup:a,setupView:l,state:n}}function vg(i){let e=new ZM(i),t=[],n=[],s=[];function r(d){h.camera=d,t.length=0,n.length=0,s.length=0}function o(d){d.isLightProbeGrid?s.push(d):t.push(d)}function a(d){n.push(d)}function l(){e.setup(t),s.sort((d,u)=>d.priority-u.priority||d.id-u.id)}function c(d){e.setupView(t,d)}let h={lightsArray:t,shadowsArray:n,lightProbeGridArray:s,camera:null,lights:e,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function $M(i){let e=new WeakMap;function t(s,r=0){let o=e.get(s),a;return o===void 0?(a=new vg(i),e.set(s,[a])):r>=o.length?(a=new vg(i),o.push(a)):a=o[r],a}function n(){e=new WeakMap}return{get:t,dispose:n}}var KM=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,JM=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,jM=[new P(1,0,0),new P(-1,0,0),new P(0,1,0),new P(0,-1,0),new P(0,0,1),new P(0,0,-1)],QM=[new P(0,-1,0),new P(0,-1,0),new P(0,0,1),new P(0,0,-1),new P(0,-1,0),new P(0,-1,0)],bg=new Ke,Ya=new P,pf=new P;function ew(i,e,t){let n=new Ks,s=new Ge,r=new Ge,o=new Rt,a=new xc,l=new yc,c={},h=t.maxTextureSize,d={[ir]:On,[On]:ir,[li]:li},u=new ai({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new Ge},radius:{value:4}},vertexShader:KM,fragmentShader:JM}),f=u.clone();f.defines.HORIZONTAL_PASS=1;let g=new Ot;g.setAttribute("position",new jt(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let v=new Bt(g,u),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Fa;let p=this.type;this.render=function(A,x,w){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||A.length===0)return;this.type===vm&&(Ze("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=Fa);let O=i.getRenderTarget(),L=i.getActiveCubeFace(),D=i.getActiveMipmapLevel(),z=i.state;z.setBlending(vr),z.buffers.depth.getReversed()===!0?z.buffers.color.setClear(0,0,0,0):z.buffers.color.setClear(1,1,1,1),z.buffers.depth.setTest(!0),z.setScissorTest(!1);let H=p!==this.type;H&&x.traverse(function(U){U.material&&(Array.isArray(U.material)?U.material.forEach(W=>W.needsUpdate=!0):U.material.needsUpdate=!0)});for(let U=0,W=A.length;U<W;U++){let Y=A[U],V=Y.shadow;if(V===void 0){Ze("WebGLShadowMap:",Y,"has no shadow.");continue}if(V.autoUpdate===!1&&V.needsUpdate===!1)continue;s.copy(V.mapSize);let le=V.getFrameExtents();s.multiply(le),r.copy(V.mapSize),(s.x>h||s.y>h)&&(s.x>h&&(r.x=Math.floor(h/le.x),s.x=r.x*le.x,V.mapSize.x=r.x),s.y>h&&(r.y=Math.floor(h/le.y),s.y=r.y*le.y,V.mapSize.y=r.y));let K=i.state.buffers.depth.getReversed();if(V.camera._reversedDepth=K,V.map===null||H===!0){if(V.map!==null&&(V.map.depthTexture!==null&&(V.map.depthTexture.dispose(),V.map.depthTexture=null),V.map.dispose()),this.type===vo){if(Y.isPointLight){Ze("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}V.map=new vi(s.x,s.y,{format:sr,type:qi,minFilter:Qn,magFilter:Qn,generateMipmaps:!1}),V.map.texture.name=Y.name+".shadowMap",V.map.depthTexture=new Rs(s.x,s.y,Ii),V.map.depthTexture.name=Y.name+".shadowMapDepth",V.map.depthTexture.format=Ts,V.map.depthTexture.compareFunction=null,V.map.depthTexture.minFilter=Ln,V.map.depthTexture.magFilter=Ln}else Y.isPointLight?(V.map=new $a(s.x),V.map.depthTexture=new _a(s.x,Xi)):(V.map=new vi(s.x,s.y),V.map.depthTexture=new Rs(s.x,s.y,Xi)),V.map.depthTexture.name=Y.name+".shadowMap",V.map.depthTexture.format=Ts,this.type===Fa?(V.map.depthTexture.compareFunction=K?ef:Qd,V.map.depthTexture.minFilter=Qn,V.map.depthTexture.magFilter=Qn):(V.map.depthTexture.compareFunction=null,V.map.depthTexture.minFilter=Ln,V.map.depthTexture.magFilter=Ln);V.camera.updateProjectionMatrix()}V.map.isWebGLCubeRenderTarget!==!0&&(V.map.width!==s.x||V.map.height!==s.y)&&V.map.setSize(s.x,s.y);let j=V.map.isWebGLCubeRenderTarget?6:V.getViewportCount();Y.isPointLight!==!0&&V.updateMatrices(Y,w);let ie=(V.camera.layers.mask&4294967294)!==0?V.camera.layers:w.layers;for(let ue=0;ue<j;ue++){let he=V.getCamera(ue);if(Y.isPointLight){let Q=V.camera,pe=V.matrix,_e=Y.distance||Q.far;_e!==Q.far&&(Q.far=_e,Q.updateProjectionMatrix()),Ya.setFromMatrixPosition(Y.matrixWorld),Q.position.copy(Ya),pf.copy(Q.position),pf.add(jM[ue]),Q.up.copy(QM[ue]),Q.lookAt(pf),Q.updateMatrixWorld(),pe.makeTranslation(-Ya.x,-Ya.y,-Ya.z),bg.multiplyMatrices(Q.projectionMatrix,Q.matrixWorldInverse),V._frustum.setFromProjectionMatrix(bg,Q.coordinateSystem,Q.reversedDepth)}if(V.map.isWebGLCubeRenderTarget)i.setRenderTarget(V.map,ue),i.clear();else{ue===0&&(i.setRenderTarget(V.map),i.clear());let Q=V.getViewport(ue);o.set(r.x*Q.x,r.y*Q.y,r.x*Q.z,r.y*Q.w),z.viewport(o)}n=V.getFrustum(ue),b(x,w,he,Y,ie,this.type)}V.isPointLightShadow!==!0&&this.type===vo&&_(V,w),V.needsUpdate=!1}p=this.type,m.needsUpdate=!1,i.setRenderTarget(O,L,D)};function _(A,x){let w=e.update(v);u.defines.VSM_SAMPLES!==A.blurSamples&&(u.defines.VSM_SAMPLES=A.blurSamples,f.defines.VSM_SAMPLES=A.blurSamples,u.needsUpdate=!0,f.needsUpdate=!0),A.mapPass===null?A.mapPass=new vi(s.x,s.y,{format:sr,type:qi}):(A.mapPass.width!==A.map.width||A.mapPass.height!==A.map.height)&&A.mapPass.setSize(A.map.width,A.map.height),u.uniforms.shadow_pass.value=A.map.depthTexture,u.uniforms.resolution.value.set(A.map.width,A.map.height),u.uniforms.radius.value=A.radius,i.setRenderTarget(A.mapPass),i.clear(),i.renderBufferDirect(x,null,w,u,v,null),f.uniforms.shadow_pass.value=A.mapPass.texture,f.uniforms.resolution.value.set(A.map.width,A.map.height),f.uniforms.radius.value=A.radius,i.setRenderTarget(A.map),i.clear(),i.renderBufferDirect(x,null,w,f,v,null)}function T(A,x,w,O){let L=null,D=w.isPointLight===!0?A.customDistanceMaterial:A.customDepthMaterial;if(D!==void 0)L=D;else if(L=w.isPointLight===!0?l:a,i.localClippingEnabled&&x.clipShadows===!0&&Array.isArray(x.clippingPlanes)&&x.clippingPlanes.length!==0||x.displacementMap&&x.displacementScale!==0||x.alphaMap&&x.alphaTest>0||x.map&&x.alphaTest>0||x.alphaToCoverage===!0){let z=L.uuid,H=x.uuid,U=c[z];U===void 0&&(U={},c[z]=U);let W=U[H];W===void 0&&(W=L.clone(),U[H]=W,x.addEventListener("dispose",C)),L=W}if(L.visible=x.visible,L.wireframe=x.wireframe,O===vo?L.side=x.shadowSide!==null?x.shadowSide:x.side:L.side=x.shadowSide!==null?x.shadowSide:d[x.side],L.alphaMap=x.alphaMap,L.alphaTest=x.alphaToCoverage===!0?.5:x.alphaTest,L.map=x.map,L.clipShadows=x.clipShadows,L.clippingPlanes=x.clippingPlanes,L.clipIntersection=x.clipIntersection,L.displacementMap=x.displacementMap,L.displacementScale=x.displacementScale,L.displacementBias=x.displacementBias,L.wireframeLinewidth=x.wireframeLinewidth,L.linewidth=x.linewidth,w.isPointLight===!0&&L.isMeshDistanceMaterial===!0){let z=i.properties.get(L);z.light=w}return L}function b(A,x,w,O,L,D){if(A.visible===!1)return;if(A.layers.test(L)&&(A.isMesh||A.isLine||A.isPoints)&&(A.castShadow||A.receiveShadow&&D===vo)&&(!A.frustumCulled||A.intersectsFrustum(n))){A.modelViewMatrix.multiplyMatrices(w.matrixWorldInverse,A.matrixWorld);let U=e.update(A),W=A.material;if(Array.isArray(W)){let Y=U.groups;for(let V=0,le=Y.length;V<le;V++){let K=Y[V],j=W[K.materialIndex];if(j&&j.visible){let ie=T(A,j,O,D);A.onBeforeShadow(i,A,x,w,U,ie,K),i.renderBufferDirect(w,null,U,ie,A,K),A.onAfterShadow(i,A,x,w,U,ie,K)}}}else if(W.visible){let Y=T(A,W,O,D);A.onBeforeShadow(i,A,x,w,U,Y,null),i.renderBufferDirect(w,null,U,Y,A,null),A.onAfterShadow(i,A,x,w,U,Y,null)}}let H=A.children;for(let U=0,W=H.length;U<W;U++)b(H[U],x,w,O,L,D)}function C(A){A.target.removeEventListener("dispose",C);for(let w in c){let O=c[w],L=A.target.uuid;L in O&&(O[L].dispose(),delete O[L])}}}function tw(i,e){function t(){let F=!1,se=new Rt,te=null,Me=new Rt(0,0,0,0);return{setMask:function(me){te!==me&&!F&&(i.colorMask(me,me,me,me),te=me)},setLocked:function(me){F=me},setClear:function(me,ve,We,je,ae){ae===!0&&(me*=je,ve*=je,We*=je),se.set(me,ve,We,je),Me.equals(se)===!1&&(i.clearColor(me,ve,We,je),Me.copy(se))},reset:function(){F=!1,te=null,Me.set(-1,0,0,0)}}}function n(){let F=!1,se=!1,te=null,Me=null,me=null;return{setReversed:function(ve){if(se!==ve){let We=e.get("EXT_clip_control");ve?We.clipControlEXT(We.LOWER_LEFT_EXT,We.ZERO_TO_ONE_EXT):We.clipControlEXT(We.LOWER_LEFT_EXT,We.NEGATIVE_ONE_TO_ONE_EXT),se=ve;let je=me;me=null,this.setClear(je)}},getReversed:function(){return se},setTest:function(ve){ve?be(i.DEPTH_TEST):Xe(i.DEPTH_TEST)},setMask:function(ve){te!==ve&&!F&&(i.depthMask(ve),te=ve)},setFunc:function(ve){if(se&&(ve=Jm[ve]),Me!==ve){switch(ve){case ec:i.depthFunc(i.NEVER);break;case tc:i.depthFunc(i.ALWAYS);break;case nc:i.depthFunc(i.LESS);break;case lo:i.depthFunc(i.LEQUAL);break;case ic:i.depthFunc(i.EQUAL);break;case sc:i.depthFunc(i.GEQUAL);break;case rc:i.depthFunc(i.GREATER);break;case oc:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}Me=ve}},setLocked:function(ve){F=ve},setClear:function(ve){me!==ve&&(me=ve,se&&(ve=1-ve),i.clearDepth(ve))},reset:function(){F=!1,te=null,Me=null,me=null,se=!1}}}function s(){let F=!1,se=null,te=null,Me=null,me=null,ve=null,We=null,je=null,ae=null;return{setTest:function(Be){F||(Be?be(i.STENCIL_TEST):Xe(i.STENCIL_TEST))},setMask:function(Be){se!==Be&&!F&&(i.stencilMask(Be),se=Be)},setFunc:function(Be,Qe,Te){(te!==Be||Me!==Qe||me!==Te)&&(i.stencilFunc(Be,Qe,Te),te=Be,Me=Qe,me=Te)},setOp:function(Be,Qe,Te){(ve!==Be||We!==Qe||je!==Te)&&(i.stencilOp(Be,Qe,Te),ve=Be,We=Qe,je=Te)},setLocked:function(Be){F=Be},setClear:function(Be){ae!==Be&&(i.clearStencil(Be),ae=Be)},reset:function(){F=!1,se=null,te=null,Me=null,me=null,ve=null,We=null,je=null,ae=null}}}let r=new t,o=new n,a=new s,l={},c=new WeakMap,h={},d={},u={},f=new WeakMap,g=[],v=null,m=!1,p=null,_=null,T=null,b=null,C=null,A=null,x=null,w=new De(0,0,0),O=0,L=!1,D=null,z=null,H=null,U=null,W=null,Y=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),V=!1,le=0,K=i.getParameter(i.VERSION);K.indexOf("WebGL")!==-1?(le=parseFloat(/^WebGL (\d)/.exec(K)[1]),V=le>=1):K.indexOf("OpenGL ES")!==-1&&(le=parseFloat(/^OpenGL ES (\d)/.exec(K)[1]),V=le>=2);let j=null,ie={},ue=i.getParameter(i.SCISSOR_BOX),he=i.getParameter(i.VIEWPORT),Q=new Rt().fromArray(ue),pe=new Rt().fromArray(he);function _e(F,se,te,Me){let me=new Uint8Array(4),ve=i.createTexture();i.bindTexture(F,ve),i.texParameteri(F,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(F,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let We=0;We<te;We++)F===i.TEXTURE_3D||F===i.TEXTURE_2D_ARRAY?i.texImage3D(se,0,i.RGBA,1,1,Me,0,i.RGBA,i.UNSIGNED_BYTE,me):i.texImage2D(se+We,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,me);return ve}let Ae={};Ae[i.TEXTURE_2D]=_e(i.TEXTURE_2D,i.TEXTURE_2D,1),Ae[i.TEXTURE_CUBE_MAP]=_e(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),Ae[i.TEXTURE_2D_ARRAY]=_e(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),Ae[i.TEXTURE_3D]=_e(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),be(i.DEPTH_TEST),o.setFunc(lo),hn(!1),Ut(Nd),be(i.CULL_FACE),Kt(vr);function be(F){h[F]!==!0&&(i.enable(F),h[F]=!0)}function Xe(F){h[F]!==!1&&(i.disable(F),h[F]=!1)}function ot(F,se){return u[F]!==se?(i.bindFramebuffer(F,se),u[F]=se,F===i.DRAW_FRAMEBUFFER&&(u[i.FRAMEBUFFER]=se),F===i.FRAMEBUFFER&&(u[i.DRAW_FRAMEBUFFER]=se),!0):!1}function He(F,se){let te=g,Me=!1;if(F){te=f.get(se),te===void 0&&(te=[],f.set(se,te));let me=F.textures;if(te.length!==me.length||te[0]!==i.COLOR_ATTACHMENT0){for(let ve=0,We=me.length;ve<We;ve++)te[ve]=i.COLOR_ATTACHMENT0+ve;te.length=me.length,Me=!0}}else te[0]!==i.BACK&&(te[0]=i.BACK,Me=!0);Me&&i.drawBuffers(te)}function ft(F){return v!==F?(i.useProgram(F),v=F,!0):!1}let ht={[br]:i.FUNC_ADD,[bm]:i.FUNC_SUBTRACT,[Sm]:i.FUNC_REVERSE_SUBTRACT};ht[Mm]=i.MIN,ht[wm]=i.MAX;let it={[Em]:i.ZERO,[Dc]:i.ONE,[Am]:i.SRC_COLOR,[Bd]:i.SRC_ALPHA,[Lm]:i.SRC_ALPHA_SATURATE,[Pm]:i.DST_COLOR,[Cm]:i.DST_ALPHA,[Tm]:i.ONE_MINUS_SRC_COLOR,[Oa]:i.ONE_MINUS_SRC_ALPHA,[Im]:i.ONE_MINUS_DST_COLOR,[Rm]:i.ONE_MINUS_DST_ALPHA,[Dm]:i.CONSTANT_COLOR,[Nm]:i.ONE_MINUS_CONSTANT_COLOR,[Um]:i.CONSTANT_ALPHA,[Fm]:i.ONE_MINUS_CONSTANT_ALPHA};function Kt(F,se,te,Me,me,ve,We,je,ae,Be){if(F===vr){m===!0&&(Xe(i.BLEND),m=!1);return}if(m===!1&&(be(i.BLEND),m=!0),F!==Lc){if(F!==p||Be!==L){if((_!==br||C!==br)&&(i.blendEquation(i.FUNC_ADD),_=br,C=br),Be)switch(F){case bo:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Ud:i.blendFunc(i.ONE,i.ONE);break;case Fd:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case Od:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:et("WebGLState: Invalid blending: ",F);break}else switch(F){case bo:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Ud:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case Fd:et("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case Od:et("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:et("WebGLState: Invalid blending: ",F);break}T=null,b=null,A=null,x=null,w.set(0,0,0),O=0,p=F,L=Be}return}me=me||se,ve=ve||te,We=We||Me,(se!==_||me!==C)&&(i.blendEquationSeparate(ht[se],ht[me]),_=se,C=me),(te!==T||Me!==b||ve!==A||We!==x)&&(i.blendFuncSeparate(it[te],it[Me],it[ve],it[We]),T=te,b=Me,A=ve,x=We),(je.equals(w)===!1||ae!==O)&&(i.blendColor(je.r,je.g,je.b,ae),w.copy(je),O=ae),p=F,L=!1}function Ht(F,se){F.side===li?Xe(i.CULL_FACE):be(i.CULL_FACE);let te=F.side===On;se&&(te=!te),hn(te),F.blending===bo&&F.transparent===!1?Kt(vr):Kt(F.blending,F.blendEquation,F.blendSrc,F.blendDst,F.blendEquationAlpha,F.blendSrcAlpha,F.blendDstAlpha,F.blendColor,F.blendAlpha,F.premultipliedAlpha),o.setFunc(F.depthFunc),o.setTest(F.depthTest),o.setMask(F.depthWrite),r.setMask(F.colorWrite);let Me=F.stencilWrite;a.setTest(Me),Me&&(a.setMask(F.stencilWriteMask),a.setFunc(F.stencilFunc,F.stencilRef,F.stencilFuncMask),a.setOp(F.stencilFail,F.stencilZFail,F.stencilZPass)),bt(F.polygonOffset,F.polygonOffsetFactor,F.polygonOffsetUnits),F.alphaToCoverage===!0?be(i.SAMPLE_ALPHA_TO_COVERAGE):Xe(i.SAMPLE_ALPHA_TO_COVERAGE)}function hn(F){D!==F&&(F?i.frontFace(i.CW):i.frontFace(i.CCW),D=F)}function Ut(F){F!==xm?(be(i.CULL_FACE),F!==z&&(F===Nd?i.cullFace(i.BACK):F===ym?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):Xe(i.CULL_FACE),z=F}function An(F){F!==H&&(V&&i.lineWidth(F),H=F)}function bt(F,se,te){F?(be(i.POLYGON_OFFSET_FILL),(U!==se||W!==te)&&(U=se,W=te,o.getReversed()&&(se=-se,te=-te),i.polygonOffset(se,te))):Xe(i.POLYGON_OFFSET_FILL)}function yn(F){F?be(i.SCISSOR_TEST):Xe(i.SCISSOR_TEST)}function en(F){F===void 0&&(F=i.TEXTURE0+Y-1),j!==F&&(i.activeTexture(F),j=F)}function un(F,se,te){te===void 0&&(j===null?te=i.TEXTURE0+Y-1:te=j);let Me=ie[te];Me===void 0&&(Me={type:void 0,texture:void 0},ie[te]=Me),(Me.type!==F||Me.texture!==se)&&(j!==te&&(i.activeTexture(te),j=te),i.bindTexture(F,se||Ae[F]),Me.type=F,Me.texture=se)}function B(){let F=ie[j];F!==void 0&&F.type!==void 0&&(i.bindTexture(F.type,null),F.type=void 0,F.texture=void 0)}function Ce(){try{i.compressedTexImage2D(...arguments)}catch(F){et("WebGLState:",F)}}function $e(){try{i.compressedTexImage3D(...arguments)}catch(F){et("WebGLState:",F)}}function at(){try{i.texSubImage2D(...arguments)}catch(F){et("WebGLState:",F)}}function Se(){try{i.texSubImage3D(...arguments)}catch(F){et("WebGLState:",F)}}function kt(){try{i.compressedTexSubImage2D(...arguments)}catch(F){et("WebGLState:",F)}}function Ve(){try{i.compressedTexSubImage3D(...arguments)}catch(F){et("WebGLState:",F)}}function Ye(){try{i.texStorage2D(...arguments)}catch(F){et("WebGLState:",F)}}function R(){try{i.texStorage3D(...arguments)}catch(F){et("WebGLState:",F)}}function S(){try{i.texImage2D(...arguments)}catch(F){et("WebGLState:",F)}}function X(){try{i.texImage3D(...arguments)}catch(F){et("WebGLState:",F)}}function ce(F){return d[F]!==void 0?d[F]:i.getParameter(F)}function re(F,se){d[F]!==se&&(i.pixelStorei(F,se),d[F]=se)}function ge(F){Q.equals(F)===!1&&(i.scissor(F.x,F.y,F.z,F.w),Q.copy(F))}function xe(F){pe.equals(F)===!1&&(i.viewport(F.x,F.y,F.z,F.w),pe.copy(F))}function ee(F,se){let te=c.get(se);te===void 0&&(te=new WeakMap,c.set(se,te));let Me=te.get(F);Me===void 0&&(Me=i.getUniformBlockIndex(se,F.name),i.uniformBlockBinding(se,Me,Me),te.set(F,Me))}function ne(F,se,te){let me=c.get(se).get(F);l[me]!==te&&(i.bindBufferBase(i.UNIFORM_BUFFER,me,te),l[me]=te)}function fe(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),i.pixelStorei(i.PACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,!1),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,i.BROWSER_DEFAULT_WEBGL),i.pixelStorei(i.PACK_ROW_LENGTH,0),i.pixelStorei(i.PACK_SKIP_PIXELS,0),i.pixelStorei(i.PACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_ROW_LENGTH,0),i.pixelStorei(i.UNPACK_IMAGE_HEIGHT,0),i.pixelStorei(i.UNPACK_SKIP_PIXELS,0),i.pixelStorei(i.UNPACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_SKIP_IMAGES,0),h={},d={},j=null,ie={},u={},l={},f=new WeakMap,g=[],v=null,m=!1,p=null,_=null,T=null,b=null,C=null,A=null,x=null,w=new De(0,0,0),O=0,L=!1,D=null,z=null,H=null,U=null,W=null,Q.set(0,0,i.canvas.width,i.canvas.height),pe.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:be,disable:Xe,bindFramebuffer:ot,drawBuffers:He,useProgram:ft,setBlending:Kt,setMaterial:Ht,setFlipSided:hn,setCullFace:Ut,setLineWidth:An,setPolygonOffset:bt,setScissorTest:yn,activeTexture:en,bindTexture:un,unbindTexture:B,compressedTexImage2D:Ce,compressedTexImage3D:$e,texImage2D:S,texImage3D:X,pixelStorei:re,getParameter:ce,updateUBOMapping:ee,uniformBlockBinding:ne,texStorage2D:Ye,texStorage3D:R,texSubImage2D:at,texSubImage3D:Se,compressedTexSubImage2D:kt,compressedTexSubImage3D:Ve,scissor:ge,viewport:xe,reset:fe}}function nw(i,e,t,n,s,r,o){let a=e.has("WEBGL_multisampled_render_to_texture")?e.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new Ge,h=new WeakMap,d=new Set,u,f=new WeakMap,g=new Set,v=new FinalizationRegistry(R=>g.delete(R)),m=!1;try{m=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function p(R,S){return m?new OffscreenCanvas(R,S):ca("canvas")}function _(R,S,X){let ce=1,re=Ye(R);if((re.width>X||re.height>X)&&(ce=X/Math.max(re.width,re.height)),ce<1)if(typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&R instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&R instanceof ImageBitmap||typeof VideoFrame<"u"&&R instanceof VideoFrame){let ge=Math.floor(ce*re.width),xe=Math.floor(ce*re.height);u===void 0&&(u=p(ge,xe));let ee=S?p(ge,xe):u;return ee.width=ge,ee.height=xe,ee.getContext("2d").drawImage(R,0,0,ge,xe),Ze("WebGLRenderer: Texture has been resized from ("+re.width+"x"+re.height+") to ("+ge+"x"+xe+")."),ee}else return"data"in R&&Ze("WebGLRenderer: Image in DataTexture is too big ("+re.width+"x"+re.height+")."),R;return R}function T(R){return R.generateMipmaps}function b(R){i.generateMipmap(R)}function C(R){return R.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:R.isWebGL3DRenderTarget?i.TEXTURE_3D:R.isWebGLArrayRenderTarget||R.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function A(R,S,X,ce,re,ge=!1){if(R!==null){if(i[R]!==void 0)return i[R];Ze("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+R+"'")}let xe;ce&&(xe=e.get("EXT_texture_norm16"),xe||Ze("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let ee=S;if(S===i.RED&&(X===i.FLOAT&&(ee=i.R32F),X===i.HALF_FLOAT&&(ee=i.R16F),X===i.UNSIGNED_BYTE&&(ee=i.R8),X===i.UNSIGNED_SHORT&&xe&&(ee=xe.R16_EXT),X===i.SHORT&&xe&&(ee=xe.R16_SNORM_EXT)),S===i.RED_INTEGER&&(X===i.UNSIGNED_BYTE&&(ee=i.R8UI),X===i.UNSIGNED_SHORT&&(ee=i.R16UI),X===i.UNSIGNED_INT&&(ee=i.R32UI),X===i.BYTE&&(ee=i.R8I),X===i.SHORT&&(ee=i.R16I),X===i.INT&&(ee=i.R32I)),S===i.RG&&(X===i.FLOAT&&(ee=i.RG32F),X===i.HALF_FLOAT&&(ee=i.RG16F),X===i.UNSIGNED_BYTE&&(ee=i.RG8),X===i.UNSIGNED_SHORT&&xe&&(ee=xe.RG16_EXT),X===i.SHORT&&xe&&(ee=xe.RG16_SNORM_EXT)),S===i.RG_INTEGER&&(X===i.UNSIGNED_BYTE&&(ee=i.RG8UI),X===i.UNSIGNED_SHORT&&(ee=i.RG16UI),X===i.UNSIGNED_INT&&(ee=i.RG32UI),X===i.BYTE&&(ee=i.RG8I),X===i.SHORT&&(ee=i.RG16I),X===i.INT&&(ee=i.RG32I)),S===i.RGB_INTEGER&&(X===i.UNSIGNED_BYTE&&(ee=i.RGB8UI),X===i.UNSIGNED_SHORT&&(ee=i.RGB16UI),X===i.UNSIGNED_INT&&(ee=i.RGB32UI),X===i.BYTE&&(ee=i.RGB8I),X===i.SHORT&&(ee=i.RGB16I),X===i.INT&&(ee=i.RGB32I)),S===i.RGBA_INTEGER&&(X===i.UNSIGNED_BYTE&&(ee=i.RGBA8UI),X===i.UNSIGNED_SHORT&&(ee=i.RGBA16UI),X===i.UNSIGNED_INT&&(ee=i.RGBA32UI),X===i.BYTE&&(ee=i.RGBA8I),X===i.SHORT&&(ee=i.RGBA16I),X===i.INT&&(ee=i.RGBA32I)),S===i.RGB&&(X===i.UNSIGNED_SHORT&&xe&&(ee=xe.RGB16_EXT),X===i.SHORT&&xe&&(ee=xe.RGB16_SNORM_EXT),X===i.UNSIGNED_INT_5_9_9_9_REV&&(ee=i.RGB9_E5),X===i.UNSIGNED_INT_10F_11F_11F_REV&&(ee=i.R11F_G11F_B10F)),S===i.RGBA){let ne=ge?la:yt.getTransfer(re);X===i.FLOAT&&(ee=i.RGBA32F),X===i.HALF_FLOAT&&(ee=i.RGBA16F),X===i.UNSIGNED_BYTE&&(ee=ne===Ct?i.SRGB8_ALPHA8:i.RGBA8),X===i.UNSIGNED_SHORT&&xe&&(ee=xe.RGBA16_EXT),X===i.SHORT&&xe&&(ee=xe.RGBA16_SNORM_EXT),X===i.UNSIGNED_SHORT_4_4_4_4&&(ee=i.RGBA4),X===i.UNSIGNED_SHORT_5_5_5_1&&(ee=i.RGB5_A1)}return(ee===i.R16F||ee===i.R32F||ee===i.RG16F||ee===i.RG32F||ee===i.RGBA16F||ee===i.RGBA32F)&&e.get("EXT_color_buffer_float"),ee}function x(R,S){let X;return R?S===null||S===Xi||S===Mr?X=i.DEPTH24_STENCIL8:S===Ii?X=i.DEPTH32F_STENCIL8:S===Mo&&(X=i.DEPTH24_STENCIL8,Ze("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):S===null||S===Xi||S===Mr?X=i.DEPTH_COMPONENT24:S===Ii?X=i.DEPTH_COMPONENT32F:S===Mo&&(X=i.DEPTH_COMPONENT16),X}function w(R,S){return T(R)===!0||R.isFramebufferTexture&&R.minFilter!==Ln&&R.minFilter!==Qn?Math.log2(Math.max(S.width,S.height))+1:R.mipmaps.length>0?R.mipmaps.length:R.isCompressedTexture&&Array.isArray(R.image)?S.mipmaps.length:1}function O(R){let S=new WeakRef(R);n.get(R).__ref=S,g.add(S),v.register(R,S,S)}function L(R){let S=n.get(R).__ref;S!==void 0&&(g.delete(S),v.unregister(S))}function D(R){H(R.target)}function z(R){U(R.target)}function H(R){R.removeEventListener("dispose",D),L(R),Y(R),R.isVideoTexture&&h.delete(R),R.isHTMLTexture&&d.delete(R)}function U(R){R.removeEventListener("dispose",z),L(R),le(R)}function W(){for(let R of g){let S=R.deref();S!==void 0&&(S.isRenderTarget===!0?U(S):H(S))}g.clear(),d.clear()}function Y(R){let S=n.get(R);if(S.__webglInit===void 0)return;let X=R.source,ce=f.get(X);if(ce){let re=ce[S.__cacheKey];re.usedTimes--,re.usedTimes===0&&V(R),Object.keys(ce).length===0&&f.delete(X)}n.remove(R)}function V(R){let S=n.get(R);i.deleteTexture(S.__webglTexture);let X=R.source,ce=f.get(X);delete ce[S.__cacheKey],o.memory.textures--}function le(R){let S=n.get(R);S.__depthDisposeCallback&&S.__depthDisposeCallback();let X=R.depthTexture;if(X&&X.renderTarget===R&&H(X),R.isWebGLCubeRenderTarget)for(let re=0;re<6;re++){if(Array.isArray(S.__webglFramebuffer[re]))for(let ge=0;ge<S.__webglFramebuffer[re].length;ge++)i.deleteFramebuffer(S.__webglFramebuffer[re][ge]);else i.deleteFramebuffer(S.__webglFramebuffer[re]);S.__webglDepthbuffer&&i.deleteRenderbuffer(S.__webglDepthbuffer[re])}else{if(Array.isArray(S.__webglFramebuffer))for(let re=0;re<S.__webglFramebuffer.length;re++)i.deleteFramebuffer(S.__webglFramebuffer[re]);else i.deleteFramebuffer(S.__webglFramebuffer);if(S.__webglDepthbuffer&&i.deleteRenderbuffer(S.__webglDepthbuffer),S.__webglMultisampledFramebuffer&&i.deleteFramebuffer(S.__webglMultisampledFramebuffer),S.__webglColorRenderbuffer)for(let re=0;re<S.__webglColorRenderbuffer.length;re++)S.__webglColorRenderbuffer[re]&&i.deleteRenderbuffer(S.__webglColorRenderbuffer[re]);S.__webglDepthRenderbuffer&&i.deleteRenderbuffer(S.__webglDepthRenderbuffer)}let ce=R.textures;for(let re=0,ge=ce.length;re<ge;re++){let xe=n.get(ce[re]);xe.__webglTexture&&(i.deleteTexture(xe.__webglTexture),o.memory.textures--),n.remove(ce[re])}n.remove(R)}let K=0;function j(){K=0}function ie(){return K}function ue(R){K=R}function he(){let R=K;return R>=s.maxTextures&&Ze("WebGLTextures: Trying to use "+(R+1)+" texture units while this GPU supports only "+s.maxTextures),K+=1,R}function Q(R){let S=[];return S.push(R.wrapS),S.push(R.wrapT),S.push(R.wrapR||0),S.push(R.magFilter),S.push(R.minFilter),S.push(R.anisotropy),S.push(R.internalFormat),S.push(R.format),S.push(R.type),S.push(R.generateMipmaps),S.push(R.mipmapsAutoUpdate),S.push(R.premultiplyAlpha),S.push(R.flipY),S.push(R.unpackAlignment),S.push(R.colorSpace),S.join()}function pe(R,S){let X=n.get(R);if(R.isVideoTexture&&kt(R),R.isRenderTargetTexture===!1&&R.isExternalTexture!==!0&&R.version>0&&X.__version!==R.version){let ce=R.image;if(ce===null)Ze("WebGLRenderer: Texture marked for update but no image data found.");else if(ce.complete===!1)Ze("WebGLRenderer: Texture marked for update but image is incomplete");else{Ht(X,R,S);return}}else R.isExternalTexture&&(X.__webglTexture=R.sourceTexture?R.sourceTexture:null);t.bindTexture(i.TEXTURE_2D,X.__webglTexture,i.TEXTURE0+S)}function _e(R,S){let X=n.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&X.__version!==R.version){Ht(X,R,S);return}else R.isExternalTexture&&(X.__webglTexture=R.sourceTexture?R.sourceTexture:null);t.bindTexture(i.TEXTURE_2D_ARRAY,X.__webglTexture,i.TEXTURE0+S)}function Ae(R,S){let X=n.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&X.__version!==R.version){Ht(X,R,S);return}t.bindTexture(i.TEXTURE_3D,X.__webglTexture,i.TEXTURE0+S)}function be(R,S){let X=n.get(R);if(R.version>0&&X.__version!==R.version){hn(X,R,S);return}t.bindTexture(i.TEXTURE_CUBE_MAP,X.__webglTexture,i.TEXTURE0+S)}let Xe={[ac]:i.REPEAT,[rs]:i.CLAMP_TO_EDGE,[lc]:i.MIRRORED_REPEAT},ot={[Ln]:i.NEAREST,[km]:i.NEAREST_MIPMAP_NEAREST,[ka]:i.NEAREST_MIPMAP_LINEAR,[Qn]:i.LINEAR,[Fc]:i.LINEAR_MIPMAP_NEAREST,[Ps]:i.LINEAR_MIPMAP_LINEAR},He={[Hm]:i.NEVER,[tf]:i.ALWAYS,[Wm]:i.LESS,[Qd]:i.LEQUAL,[Xm]:i.EQUAL,[ef]:i.GEQUAL,[qm]:i.GREATER,[Ym]:i.NOTEQUAL};function ft(R,S){if(S.type===Ii&&e.has("OES_texture_float_linear")===!1&&(S.magFilter===Qn||S.magFilter===Fc||S.magFilter===ka||S.magFilter===Ps||S.minFilter===Qn||S.minFilter===Fc||S.minFilter===ka||S.minFilter===Ps)&&Ze("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(R,i.TEXTURE_WRAP_S,Xe[S.wrapS]),i.texParameteri(R,i.TEXTURE_WRAP_T,Xe[S.wrapT]),(R===i.TEXTURE_3D||R===i.TEXTURE_2D_ARRAY)&&i.texParameteri(R,i.TEXTURE_WRAP_R,Xe[S.wrapR]),i.texParameteri(R,i.TEXTURE_MAG_FILTER,ot[S.magFilter]),i.texParameteri(R,i.TEXTURE_MIN_FILTER,ot[S.minFilter]),S.compareFunction&&(i.texParameteri(R,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(R,i.TEXTURE_COMPARE_FUNC,He[S.compareFunction])),e.has("EXT_texture_filter_anisotropic")===!0){if(S.magFilter===Ln||S.minFilter!==ka&&S.minFilter!==Ps||S.type===Ii&&e.has("OES_texture_float_linear")===!1)return;if(S.anisotropy>1||n.get(S).__currentAnisotropy){let X=e.get("EXT_texture_filter_anisotropic");i.texParameterf(R,X.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(S.anisotropy,s.getMaxAnisotropy())),n.get(S).__currentAnisotropy=S.anisotropy}}}function ht(R,S){let X=!1;R.__webglInit===void 0&&(R.__webglInit=!0,S.addEventListener("dispose",D),O(S));let ce=S.source,re=f.get(ce);re===void 0&&(re={},f.set(ce,re));let ge=Q(S);if(ge!==R.__cacheKey){re[ge]===void 0&&(re[ge]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,X=!0),re[ge].usedTimes++;let xe=re[R.__cacheKey];xe!==void 0&&(re[R.__cacheKey].usedTimes--,xe.usedTimes===0&&V(S)),R.__cacheKey=ge,R.__webglTexture=re[ge].texture}return X}function it(R,S,X){return Math.floor(Math.floor(R/X)/S)}function Kt(R,S,X,ce){let ge=R.updateRanges;if(ge.length===0)t.texSubImage2D(i.TEXTURE_2D,0,0,0,S.width,S.height,X,ce,S.data);else{ge.sort((F,se)=>F.start-se.start);let xe=0;for(let F=1;F<ge.length;F++){let se=ge[xe],te=ge[F],Me=se.start+se.count,me=it(te.start,S.width,4),ve=it(se.start,S.width,4);te.start<=Me+1&&me===ve&&it(te.start+te.count-1,S.width,4)===me?se.count=Math.max(se.count,te.start+te.count-se.start):(++xe,ge[xe]=te)}ge.length=xe+1;let ee=t.getParameter(i.UNPACK_ROW_LENGTH),ne=t.getParameter(i.UNPACK_SKIP_PIXELS),fe=t.getParameter(i.UNPACK_SKIP_ROWS);t.pixelStorei(i.UNPACK_ROW_LENGTH,S.width);for(let F=0,se=ge.length;F<se;F++){let te=ge[F],Me=Math.floor(te.start/4),me=Math.ceil(te.count/4),ve=Me%S.width,We=Math.floor(Me/S.width),je=me,ae=1;t.pixelStorei(i.UNPACK_SKIP_PIXELS,ve),t.pixelStorei(i.UNPACK_SKIP_ROWS,We),t.texSubImage2D(i.TEXTURE_2D,0,ve,We,je,ae,X,ce,S.data)}R.clearUpdateRanges(),t.pixelStorei(i.UNPACK_ROW_LENGTH,ee),t.pixelStorei(i.UNPACK_SKIP_PIXELS,ne),t.pixelStorei(i.UNPACK_SKIP_ROWS,fe)}}function Ht(R,S,X){let ce=i.TEXTURE_2D;(S.isDataArrayTexture||S.isCompressedArrayTexture)&&(ce=i.TEXTURE_2D_ARRAY),S.isData3DTexture&&(ce=i.TEXTURE_3D);let re=ht(R,S),ge=S.source;t.bindTexture(ce,R.__webglTexture,i.TEXTURE0+X);let xe=n.get(ge);if(ge.version!==xe.__version||re===!0){if(t.activeTexture(i.TEXTURE0+X),(typeof ImageBitmap<"u"&&S.image instanceof ImageBitmap)===!1){let ae=yt.getPrimaries(yt.workingColorSpace),Be=S.colorSpace===Ls?null:yt.getPrimaries(S.colorSpace),Qe=S.colorSpace===Ls||ae===Be?i.NONE:i.BROWSER_DEFAULT_WEBGL;t.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,S.flipY),t.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,S.premultiplyAlpha),t.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,Qe)}t.pixelStorei(i.UNPACK_ALIGNMENT,S.unpackAlignment);let ne=_(S.image,!1,s.maxTextureSize);ne=Ve(S,ne);let fe=r.convert(S.format,S.colorSpace),F=r.convert(S.type),se=A(S.internalFormat,fe,F,S.normalized,S.colorSpace,S.isVideoTexture);ft(ce,S);let te,Me=S.mipmaps,me=S.isVideoTexture!==!0,ve=xe.__version===void 0||re===!0,We=ge.dataReady,je=w(S,ne);if(S.isDepthTexture)se=x(S.format===Is,S.type),ve&&(me?t.texStorage2D(i.TEXTURE_2D,1,se,ne.width,ne.height):t.texImage2D(i.TEXTURE_2D,0,se,ne.width,ne.height,0,fe,F,null));else if(S.isDataTexture)if(Me.length>0){me&&ve&&t.texStorage2D(i.TEXTURE_2D,je,se,Me[0].width,Me[0].height);for(let ae=0,Be=Me.length;ae<Be;ae++)te=Me[ae],me?We&&t.texSubImage2D(i.TEXTURE_2D,ae,0,0,te.width,te.height,fe,F,te.data):t.texImage2D(i.TEXTURE_2D,ae,se,te.width,te.height,0,fe,F,te.data);S.generateMipmaps=!1}else me?(ve&&t.texStorage2D(i.TEXTURE_2D,je,se,ne.width,ne.height),We&&Kt(S,ne,fe,F)):t.texImage2D(i.TEXTURE_2D,0,se,ne.width,ne.height,0,fe,F,ne.data);else if(S.isCompressedTexture)if(S.isCompressedArrayTexture){me&&ve&&t.texStorage3D(i.TEXTURE_2D_ARRAY,je,se,Me[0].width,Me[0].height,ne.depth);for(let ae=0,Be=Me.length;ae<Be;ae++)if(te=Me[ae],S.format!==Yi)if(fe!==null)if(me){if(We)if(S.layerUpdates.size>0){let Qe=df(te.width,te.height,S.format,S.type);for(let Te of S.layerUpdates){let ct=te.data.subarray(Te*Qe/te.data.BYTES_PER_ELEMENT,(Te+1)*Qe/te.data.BYTES_PER_ELEMENT);t.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ae,0,0,Te,te.width,te.height,1,fe,ct)}}else t.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ae,0,0,0,te.width,te.height,ne.depth,fe,te.data)}else t.compressedTexImage3D(i.TEXTURE_2D_ARRAY,ae,se,te.width,te.height,ne.depth,0,te.data,0,0);else Ze("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else me?We&&t.texSubImage3D(i.TEXTURE_2D_ARRAY,ae,0,0,0,te.width,te.height,ne.depth,fe,F,te.data):t.texImage3D(i.TEXTURE_2D_ARRAY,ae,se,te.width,te.height,ne.depth,0,fe,F,te.data);S.layerUpdates.size>0&&S.clearLayerUpdates()}else{me&&ve&&t.texStorage2D(i.TEXTURE_2D,je,se,Me[0].width,Me[0].height);for(let ae=0,Be=Me.length;ae<Be;ae++)te=Me[ae],S.format!==Yi?fe!==null?me?We&&t.compressedTexSubImage2D(i.TEXTURE_2D,ae,0,0,te.width,te.height,fe,te.data):t.compressedTexImage2D(i.TEXTURE_2D,ae,se,te.width,te.height,0,te.data):Ze("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):me?We&&t.texSubImage2D(i.TEXTURE_2D,ae,0,0,te.width,te.height,fe,F,te.data):t.texImage2D(i.TEXTURE_2D,ae,se,te.width,te.height,0,fe,F,te.data)}else if(S.isDataArrayTexture)if(me){if(ve&&t.texStorage3D(i.TEXTURE_2D_ARRAY,je,se,ne.width,ne.height,ne.depth),We)if(S.layerUpdates.size>0){let ae=df(ne.width,ne.height,S.format,S.type);for(let Be of S.layerUpdates){let Qe=ne.data.subarray(Be*ae/ne.data.BYTES_PER_ELEMENT,(Be+1)*ae/ne.data.BYTES_PER_ELEMENT);t.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,Be,ne.width,ne.height,1,fe,F,Qe)}S.clearLayerUpdates()}else t.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,ne.width,ne.height,ne.depth,fe,F,ne.data)}else t.texImage3D(i.TEXTURE_2D_ARRAY,0,se,ne.width,ne.height,ne.depth,0,fe,F,ne.data);else if(S.isData3DTexture)me?(ve&&t.texStorage3D(i.TEXTURE_3D,je,se,ne.width,ne.height,ne.depth),We&&t.texSubImage3D(i.TEXTURE_3D,0,0,0,0,ne.width,ne.height,ne.depth,fe,F,ne.data)):t.texImage3D(i.TEXTURE_3D,0,se,ne.width,ne.height,ne.depth,0,fe,F,ne.data);else if(S.isFramebufferTexture){if(ve)if(me)t.texStorage2D(i.TEXTURE_2D,je,se,ne.width,ne.height);else{let ae=ne.width,Be=ne.height;for(let Qe=0;Qe<je;Qe++)t.texImage2D(i.TEXTURE_2D,Qe,se,ae,Be,0,fe,F,null),ae>>=1,Be>>=1}}else if(S.isHTMLTexture){if("texElementImage2D"in i){let ae=i.canvas;if(ae.hasAttribute("layoutsubtree")||ae.setAttribute("layoutsubtree","true"),ne.parentNode!==ae){ae.appendChild(ne),d.add(S),ae.onpaint=Be=>{let Qe=Be.changedElements;for(let Te of d)Qe.includes(Te.image)&&(Te.needsUpdate=!0)},ae.requestPaint();return}if(i.texElementImage2D.length===3)i.texElementImage2D(i.TEXTURE_2D,i.RGBA8,ne);else{let Qe=i.RGBA,Te=i.RGBA,ct=i.UNSIGNED_BYTE;i.texElementImage2D(i.TEXTURE_2D,0,Qe,Te,ct,ne)}i.texParameteri(i.TEXTURE_2D,i.TEXTURE_MIN_FILTER,i.LINEAR),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_S,i.CLAMP_TO_EDGE),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_T,i.CLAMP_TO_EDGE)}}else if(Me.length>0){if(me&&ve){let ae=Ye(Me[0]);t.texStorage2D(i.TEXTURE_2D,je,se,ae.width,ae.height)}for(let ae=0,Be=Me.length;ae<Be;ae++)te=Me[ae],me?We&&t.texSubImage2D(i.TEXTURE_2D,ae,0,0,fe,F,te):t.texImage2D(i.TEXTURE_2D,ae,se,fe,F,te);S.generateMipmaps=!1}else if(me){if(ve){let ae=Ye(ne);t.texStorage2D(i.TEXTURE_2D,je,se,ae.width,ae.height)}We&&t.texSubImage2D(i.TEXTURE_2D,0,0,0,fe,F,ne)}else t.texImage2D(i.TEXTURE_2D,0,se,fe,F,ne);T(S)&&S.mipmapsAutoUpdate===!0&&b(ce),xe.__version=ge.version,S.onUpdate&&S.onUpdate(S)}R.__version=S.version}function hn(R,S,X){if(S.image.length!==6)return;let ce=ht(R,S),re=S.source;t.bindTexture(i.TEXTURE_CUBE_MAP,R.__webglTexture,i.TEXTURE0+X);let ge=n.get(re);if(re.version!==ge.__version||ce===!0){t.activeTexture(i.TEXTURE0+X);let xe=yt.getPrimaries(yt.workingColorSpace),ee=S.colorSpace===Ls?null:yt.getPrimaries(S.colorSpace),ne=S.colorSpace===Ls||xe===ee?i.NONE:i.BROWSER_DEFAULT_WEBGL;t.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,S.flipY),t.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,S.premultiplyAlpha),t.pixelStorei(i.UNPACK_ALIGNMENT,S.unpackAlignment),t.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,ne);let fe=S.isCompressedTexture||S.image[0].isCompressedTexture,F=S.image[0]&&S.image[0].isDataTexture,se=[];for(let Te=0;Te<6;Te++)!fe&&!F?se[Te]=_(S.image[Te],!0,s.maxCubemapSize):se[Te]=F?S.image[Te].image:S.image[Te],se[Te]=Ve(S,se[Te]);let te=se[0],Me=r.convert(S.format,S.colorSpace),me=r.convert(S.type),ve=A(S.internalFormat,Me,me,S.normalized,S.colorSpace),We=S.isVideoTexture!==!0,je=ge.__version===void 0||ce===!0,ae=re.dataReady,Be=w(S,te);ft(i.TEXTURE_CUBE_MAP,S);let Qe;if(S.isDepthTexture){if(ve=x(S.format===Is,S.type),je)if(We)t.texStorage2D(i.TEXTURE_CUBE_MAP,1,ve,te.width,te.height);else for(let Te=0;Te<6;Te++)t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Te,0,ve,te.width,te.height,0,Me,me,null)}else if(fe){We&&je&&t.texStorage2D(i.TEXTURE_CUBE_MAP,Be,ve,te.width,te.height);for(let Te=0;Te<6;Te++){Qe=se[Te].mipmaps;for(let ct=0;ct<Qe.length;ct++){let Wt=Qe[ct];S.format!==Yi?Me!==null?We?ae&&t.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Te,ct,0,0,Wt.width,Wt.height,Me,Wt.data):t.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Te,ct,ve,Wt.width,Wt.height,0,Wt.data):Ze("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):We?ae&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Te,ct,0,0,Wt.width,Wt.height,Me,me,Wt.data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Te,ct,ve,Wt.width,Wt.height,0,Me,me,Wt.data)}}}else{if(Qe=S.mipmaps,We&&je){Qe.length>0&&Be++;let Te=Ye(se[0]);t.texStorage2D(i.TEXTURE_CUBE_MAP,Be,ve,Te.width,Te.height)}for(let Te=0;Te<6;Te++)if(F){We?ae&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Te,0,0,0,se[Te].width,se[Te].height,Me,me,se[Te].data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Te,0,ve,se[Te].width,se[Te].height,0,Me,me,se[Te].data);for(let ct=0;ct<Qe.length;ct++){let qn=Qe[ct].image[Te].image;We?ae&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Te,ct+1,0,0,qn.width,qn.height,Me,me,qn.data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Te,ct+1,ve,qn.width,qn.height,0,Me,me,qn.data)}}else{We?ae&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Te,0,0,0,Me,me,se[Te]):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Te,0,ve,Me,me,se[Te]);for(let ct=0;ct<Qe.length;ct++){let Wt=Qe[ct];We?ae&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Te,ct+1,0,0,Me,me,Wt.image[Te]):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Te,ct+1,ve,Me,me,Wt.image[Te])}}}T(S)&&S.mipmapsAutoUpdate===!0&&b(i.TEXTURE_CUBE_MAP),ge.__version=re.version,S.onUpdate&&S.onUpdate(S)}R.__version=S.version}function Ut(R,S,X,ce,re,ge){let xe=r.convert(X.format,X.colorSpace),ee=r.convert(X.type),ne=A(X.internalFormat,xe,ee,X.normalized,X.colorSpace),fe=n.get(S),F=n.get(X);if(F.__renderTarget=S,!fe.__hasExternalTextures){let se=Math.max(1,S.width>>ge),te=Math.max(1,S.height>>ge);re===i.TEXTURE_3D||re===i.TEXTURE_2D_ARRAY?t.texImage3D(re,ge,ne,se,te,S.depth,0,xe,ee,null):t.texImage2D(re,ge,ne,se,te,0,xe,ee,null)}t.bindFramebuffer(i.FRAMEBUFFER,R),Se(S)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,ce,re,F.__webglTexture,0,at(S)):(re===i.TEXTURE_2D||re>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&re<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,ce,re,F.__webglTexture,ge),t.bindFramebuffer(i.FRAMEBUFFER,null)}function An(R,S,X){if(i.bindRenderbuffer(i.RENDERBUFFER,R),S.depthBuffer){let ce=S.depthTexture,re=ce&&ce.isDepthTexture?ce.type:null,ge=x(S.stencilBuffer,re),xe=S.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;Se(S)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,at(S),ge,S.width,S.height):X?i.renderbufferStorageMultisample(i.RENDERBUFFER,at(S),ge,S.width,S.height):i.renderbufferStorage(i.RENDERBUFFER,ge,S.width,S.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,xe,i.RENDERBUFFER,R)}else{let ce=S.textures;for(let re=0;re<ce.length;re++){let ge=ce[re],xe=r.convert(ge.format,ge.colorSpace),ee=r.convert(ge.type),ne=A(ge.internalFormat,xe,ee,ge.normalized,ge.colorSpace);Se(S)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,at(S),ne,S.width,S.height):X?i.renderbufferStorageMultisample(i.RENDERBUFFER,at(S),ne,S.width,S.height):i.renderbufferStorage(i.RENDERBUFFER,ne,S.width,S.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function bt(R,S,X){let ce=S.isWebGLCubeRenderTarget===!0;if(t.bindFramebuffer(i.FRAMEBUFFER,R),!(S.depthTexture&&S.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let re=n.get(S.depthTexture);re.__renderTarget=S;let ge=ce?S.depthTexture.image[0]:S.depthTexture.image;(!re.__webglTexture||ge.width!==S.width||ge.height!==S.height)&&(ge.width=S.width,ge.height=S.height,S.depthTexture.needsUpdate=!0),ce?be(S.depthTexture,0):pe(S.depthTexture,0);let xe=re.__webglTexture,ee=at(S),ne=ce?i.TEXTURE_CUBE_MAP_POSITIVE_X+X:i.TEXTURE_2D,fe=S.depthTexture.format===Is?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;if(S.depthTexture.format===Ts)Se(S)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,fe,ne,xe,0,ee):i.framebufferTexture2D(i.FRAMEBUFFER,fe,ne,xe,0);else if(S.depthTexture.format===Is)Se(S)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,fe,ne,xe,0,ee):i.framebufferTexture2D(i.FRAMEBUFFER,fe,ne,xe,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function yn(R){let S=n.get(R),X=R.isWebGLCubeRenderTarget===!0;if(S.__boundDepthTexture!==R.depthTexture){let ce=R.depthTexture;if(S.__depthDisposeCallback&&S.__depthDisposeCallback(),ce){let re=()=>{delete S.__boundDepthTexture,delete S.__depthDisposeCallback,ce.removeEventListener("dispose",re)};ce.addEventListener("dispose",re),S.__depthDisposeCallback=re}S.__boundDepthTexture=ce}if(R.depthTexture&&!S.__autoAllocateDepthBuffer)if(X)for(let ce=0;ce<6;ce++)bt(S.__webglFramebuffer[ce],R,ce);else R.texture.mipmaps.length>0?bt(S.__webglFramebuffer[0],R,0):bt(S.__webglFramebuffer,R,0);else if(X){S.__webglDepthbuffer=[];for(let ce=0;ce<6;ce++)if(t.bindFramebuffer(i.FRAMEBUFFER,S.__webglFramebuffer[ce]),S.__webglDepthbuffer[ce]===void 0)S.__webglDepthbuffer[ce]=i.createRenderbuffer(),An(S.__webglDepthbuffer[ce],R,!1);else{let re=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,ge=S.__webglDepthbuffer[ce];i.bindRenderbuffer(i.RENDERBUFFER,ge),i.framebufferRenderbuffer(i.FRAMEBUFFER,re,i.RENDERBUFFER,ge)}}else if(R.texture.mipmaps.length>0?t.bindFramebuffer(i.FRAMEBUFFER,S.__webglFramebuffer[0]):t.bindFramebuffer(i.FRAMEBUFFER,S.__webglFramebuffer),S.__webglDepthbuffer===void 0)S.__webglDepthbuffer=i.createRenderbuffer(),An(S.__webglDepthbuffer,R,!1);else{let re=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,ge=S.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,ge),i.framebufferRenderbuffer(i.FRAMEBUFFER,re,i.RENDERBUFFER,ge)}t.bindFramebuffer(i.FRAMEBUFFER,null)}function en(R,S,X){let ce=n.get(R);S!==void 0&&Ut(ce.__webglFramebuffer,R,R.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),X!==void 0&&yn(R)}function un(R){let S=R.texture,X=n.get(R),ce=n.get(S);R.addEventListener("dispose",z),O(R);let re=R.textures,ge=R.isWebGLCubeRenderTarget===!0,xe=re.length>1;if(xe||(ce.__webglTexture===void 0&&(ce.__webglTexture=i.createTexture()),ce.__version=S.version,o.memory.textures++),ge){X.__webglFramebuffer=[];for(let ee=0;ee<6;ee++)if(S.mipmaps.length>0){X.__webglFramebuffer[ee]=[];for(let ne=0;ne<S.mipmaps.length;ne++)X.__webglFramebuffer[ee][ne]=i.createFramebuffer()}else X.__webglFramebuffer[ee]=i.createFramebuffer()}else{if(S.mipmaps.length>0){X.__webglFramebuffer=[];for(let ee=0;ee<S.mipmaps.length;ee++)X.__webglFramebuffer[ee]=i.createFramebuffer()}else X.__webglFramebuffer=i.createFramebuffer();if(xe)for(let ee=0,ne=re.length;ee<ne;ee++){let fe=n.get(re[ee]);fe.__webglTexture===void 0&&(fe.__webglTexture=i.createTexture(),o.memory.textures++)}if(R.samples>0&&Se(R)===!1){X.__webglMultisampledFramebuffer=i.createFramebuffer(),X.__webglColorRenderbuffer=[],t.bindFramebuffer(i.FRAMEBUFFER,X.__webglMultisampledFramebuffer);for(let ee=0;ee<re.length;ee++){let ne=re[ee];X.__webglColorRenderbuffer[ee]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,X.__webglColorRenderbuffer[ee]);let fe=r.convert(ne.format,ne.colorSpace),F=r.convert(ne.type),se=A(ne.internalFormat,fe,F,ne.normalized,ne.colorSpace,R.isXRRenderTarget===!0),te=at(R);i.renderbufferStorageMultisample(i.RENDERBUFFER,te,se,R.width,R.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+ee,i.RENDERBUFFER,X.__webglColorRenderbuffer[ee])}i.bindRenderbuffer(i.RENDERBUFFER,null),R.depthBuffer&&(X.__webglDepthRenderbuffer=i.createRenderbuffer(),An(X.__webglDepthRenderbuffer,R,!0)),t.bindFramebuffer(i.FRAMEBUFFER,null)}}if(ge){t.bindTexture(i.TEXTURE_CUBE_MAP,ce.__webglTexture),ft(i.TEXTURE_CUBE_MAP,S);for(let ee=0;ee<6;ee++)if(S.mipmaps.length>0)for(let ne=0;ne<S.mipmaps.length;ne++)Ut(X.__webglFramebuffer[ee][ne],R,S,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+ee,ne);else Ut(X.__webglFramebuffer[ee],R,S,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+ee,0);T(S)?b(i.TEXTURE_CUBE_MAP):S.mipmaps.length>0&&i.texParameteri(i.TEXTURE_CUBE_MAP,i.TEXTURE_MAX_LEVEL,S.mipmaps.length-1),t.unbindTexture()}else if(xe){for(let ee=0,ne=re.length;ee<ne;ee++){let fe=re[ee],F=n.get(fe),se=i.TEXTURE_2D;(R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(se=R.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),t.bindTexture(se,F.__webglTexture),ft(se,fe),Ut(X.__webglFramebuffer,R,fe,i.COLOR_ATTACHMENT0+ee,se,0),T(fe)&&b(se)}t.unbindTexture()}else{let ee=i.TEXTURE_2D;if((R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(ee=R.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),t.bindTexture(ee,ce.__webglTexture),ft(ee,S),S.mipmaps.length>0)for(let ne=0;ne<S.mipmaps.length;ne++)Ut(X.__webglFramebuffer[ne],R,S,i.COLOR_ATTACHMENT0,ee,ne);else Ut(X.__webglFramebuffer,R,S,i.COLOR_ATTACHMENT0,ee,0);T(S)?b(ee):S.mipmaps.length>0&&i.texParameteri(ee,i.TEXTURE_MAX_LEVEL,S.mipmaps.length-1),t.unbindTexture()}R.depthBuffer&&yn(R)}function B(R){let S=R.textures;for(let X=0,ce=S.length;X<ce;X++){let re=S[X];if(T(re)&&re.mipmapsAutoUpdate===!0){let ge=C(R),xe=n.get(re).__webglTexture;t.bindTexture(ge,xe),b(ge),t.unbindTexture()}}}let Ce=[];function $e(R){if(R.samples>0){if(Se(R)===!1){let S=R.textures,X=R.width,ce=R.height,re=i.COLOR_BUFFER_BIT,ge=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,xe=n.get(R),ee=S.length>1;if(ee)for(let fe=0;fe<S.length;fe++)t.bindFramebuffer(i.FRAMEBUFFER,xe.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+fe,i.RENDERBUFFER,null),t.bindFramebuffer(i.FRAMEBUFFER,xe.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+fe,i.TEXTURE_2D,null,0);t.bindFramebuffer(i.READ_FRAMEBUFFER,xe.__webglMultisampledFramebuffer),R.texture.mipmaps.length>0?t.bindFramebuffer(i.DRAW_FRAMEBUFFER,xe.__webglFramebuffer[0]):t.bindFramebuffer(i.DRAW_FRAMEBUFFER,xe.__webglFramebuffer);for(let fe=0;fe<S.length;fe++){if(R.resolveDepthBuffer&&(R.depthBuffer&&(re|=i.DEPTH_BUFFER_BIT),R.stencilBuffer&&R.resolveStencilBuffer&&(re|=i.STENCIL_BUFFER_BIT)),ee){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,xe.__webglColorRenderbuffer[fe]);let F=n.get(S[fe]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,F,0)}i.blitFramebuffer(0,0,X,ce,0,0,X,ce,re,i.NEAREST),l===!0&&(Ce.length=0,Ce.push(i.COLOR_ATTACHMENT0+fe),R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&Ce.push(ge),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,Ce))}if(t.bindFramebuffer(i.READ_FRAMEBUFFER,null),t.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),ee)for(let fe=0;fe<S.length;fe++){t.bindFramebuffer(i.FRAMEBUFFER,xe.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+fe,i.RENDERBUFFER,xe.__webglColorRenderbuffer[fe]);let F=n.get(S[fe]).__webglTexture;t.bindFramebuffer(i.FRAMEBUFFER,xe.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+fe,i.TEXTURE_2D,F,0)}t.bindFramebuffer(i.DRAW_FRAMEBUFFER,xe.__webglMultisampledFramebuffer)}else if(R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&l){let S=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[S])}}}function at(R){return Math.min(s.maxSamples,R.samples)}function Se(R){let S=n.get(R);return R.samples>0&&e.has("WEBGL_multisampled_render_to_texture")===!0&&S.__useRenderToTexture!==!1}function kt(R){let S=o.render.frame;h.get(R)!==S&&(h.set(R,S),R.update())}function Ve(R,S){let X=R.colorSpace,ce=R.format,re=R.type;return R.isCompressedTexture===!0||R.isVideoTexture===!0||X!==aa&&X!==Ls&&(yt.getTransfer(X)===Ct?(ce!==Yi||re!==ci)&&Ze("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):et("WebGLTextures: Unsupported texture color space:",X)),S}function Ye(R){return typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement?(c.width=R.naturalWidth||R.width,c.height=R.naturalHeight||R.height):typeof VideoFrame<"u"&&R instanceof VideoFrame?(c.width=R.displayWidth,c.height=R.displayHeight):(c.width=R.width,c.height=R.height),c}this.allocateTextureUnit=he,this.resetTextureUnits=j,this.getTextureUnits=ie,this.setTextureUnits=ue,this.setTexture2D=pe,this.setTexture2DArray=_e,this.setTexture3D=Ae,this.setTextureCube=be,this.rebindTextures=en,this.setupRenderTarget=un,this.updateRenderTargetMipmap=B,this.updateMultisampleRenderTarget=$e,this.setupDepthRenderbuffer=yn,this.setupFrameBufferTexture=Ut,this.useMultisampledRTT=Se,this.dispose=W}function iw(i,e){function t(n,s=Ls){let r,o=yt.getTransfer(s);if(n===ci)return i.UNSIGNED_BYTE;if(n===Bc)return i.UNSIGNED_SHORT_4_4_4_4;if(n===kc)return i.UNSIGNED_SHORT_5_5_5_1;if(n===$d)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===Kd)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===Yd)return i.BYTE;if(n===Zd)return i.SHORT;if(n===Mo)return i.UNSIGNED_SHORT;if(n===Oc)return i.INT;if(n===Xi)return i.UNSIGNED_INT;if(n===Ii)return i.FLOAT;if(n===qi)return i.HALF_FLOAT;if(n===Jd)return i.ALPHA;if(n===jd)return i.RGB;if(n===Yi)return i.RGBA;if(n===Ts)return i.DEPTH_COMPONENT;if(n===Is)return i.DEPTH_STENCIL;if(n===zc)return i.RED;if(n===Gc)return i.RED_INTEGER;if(n===sr)return i.RG;if(n===Vc)return i.RG_INTEGER;if(n===Hc)return i.RGBA_INTEGER;if(n===za||n===Ga||n===Va||n===Ha)if(o===Ct)if(r=e.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===za)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===Ga)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===Va)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===Ha)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=e.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===za)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===Ga)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===Va)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===Ha)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===Wc||n===Xc||n===qc||n===Yc)if(r=e.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===Wc)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===Xc)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===qc)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===Yc)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===Zc||n===$c||n===Kc||n===Jc||n===jc||n===Wa||n===Qc)if(r=e.get("WEBGL_compressed_texture_etc"),r!==null){if(n===Zc||n===$c)return o===Ct?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===Kc)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===Jc)return r.COMPRESSED_R11_EAC;if(n===jc)return r.COMPRESSED_SIGNED_R11_EAC;if(n===Wa)return r.COMPRESSED_RG11_EAC;if(n===Qc)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===eh||n===th||n===nh||n===ih||n===sh||n===rh||n===oh||n===ah||n===lh||n===ch||n===hh||n===uh||n===dh||n===fh)if(r=e.get("WEBGL_compressed_texture_astc"),r!==null){if(n===eh)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===th)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===nh)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===ih)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===sh)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===rh)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===oh)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===ah)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===lh)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===ch)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===hh)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===uh)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===dh)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===fh)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===ph||n===mh||n===gh)if(r=e.get("EXT_texture_compression_bptc"),r!==null){if(n===ph)return o===Ct?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===mh)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===gh)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===_h||n===xh||n===Xa||n===yh)if(r=e.get("EXT_texture_compression_rgtc"),r!==null){if(n===_h)return r.COMPRESSED_RED_RGTC1_EXT;if(n===xh)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===Xa)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===yh)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===Mr?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:t}}var sw=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,rw=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,bf=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(e,t){if(this.texture===null){let n=new xa(e.texture);(e.depthNear!==t.depthNear||e.depthFar!==t.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=n}}getMesh(e){if(this.texture!==null&&this.mesh===null){let t=e.cameras[0].viewport,n=new ai({vertexShader:sw,fragmentShader:rw,uniforms:{depthColor:{value:this.texture},depthWidth:{value:t.z},depthHeight:{value:t.w}}});this.mesh=new Bt(new bi(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},Sf=class extends Hi{constructor(e,t){super();let n=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,d=null,u=null,f=null,g=null,v=typeof XRWebGLBinding<"u",m=new bf,p={},_=t.getContextAttributes(),T=null,b=null,C=[],A=[],x=new Ge,w=null,O=null,L=new jn;L.viewport=new Rt;let D=new jn;D.viewport=new Rt;let z=[L,D],H=new Ic,U=null,W=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(Q){let pe=C[Q];return pe===void 0&&(pe=new mo,C[Q]=pe),pe.getTargetRaySpace()},this.getControllerGrip=function(Q){let pe=C[Q];return pe===void 0&&(pe=new mo,C[Q]=pe),pe.getGripSpace()},this.getHand=function(Q){let pe=C[Q];return pe===void 0&&(pe=new mo,C[Q]=pe),pe.getHandSpace()};function Y(Q){let pe=A.indexOf(Q.inputSource);if(pe===-1)return;let _e=C[pe];_e!==void 0&&(_e.update(Q.inputSource,Q.frame,c||o),_e.dispatchEvent({type:Q.type,data:Q.inputSource}))}function V(){s.removeEventListener("select",Y),s.removeEventListener("selectstart",Y),s.removeEventListener("selectend",Y),s.removeEventListener("squeeze",Y),s.removeEventListener("squeezestart",Y),s.removeEventListener("squeezeend",Y),s.removeEventListener("end",V),s.removeEventListener("inputsourceschange",le);for(let Q=0;Q<C.length;Q++){let pe=A[Q];pe!==null&&(A[Q]=null,C[Q].disconnect(pe))}U=null,W=null,m.reset();for(let Q in p)delete p[Q];if(e.setRenderTarget(T),f=null,u=null,d=null,s=null,b=null,he.stop(),n.isPresenting=!1,e.setPixelRatio(w),e.setSize(x.width,x.height,!1),O!==null){let Q=O.camera;Q.fov=O.fov,Q.zoom=O.zoom,Q.updateProjectionMatrix(),O=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(Q){r=Q,n.isPresenting===!0&&Ze("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(Q){a=Q,n.isPresenting===!0&&Ze("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(Q){c=Q},this.getBaseLayer=function(){return u!==null?u:f},this.getBinding=function(){return d===null&&v&&(d=new XRWebGLBinding(s,t)),d},this.getFrame=function(){return g},this.getSession=function(){return s},this.setSession=async function(Q){if(s=Q,s!==null){if(T=e.getRenderTarget(),s.addEventListener("select",Y),s.addEventListener("selectstart",Y),s.addEventListener("selectend",Y),s.addEventListener("squeeze",Y),s.addEventListener("squeezestart",Y),s.addEventListener("squeezeend",Y),s.addEventListener("end",V),s.addEventListener("inputsourceschange",le),_.xrCompatible!==!0&&await t.makeXRCompatible(),w=e.getPixelRatio(),e.getSize(x),v&&"createProjectionLayer"in XRWebGLBinding.prototype){let _e=null,Ae=null,be=null;_.depth&&(be=_.stencil?t.DEPTH24_STENCIL8:t.DEPTH_COMPONENT24,_e=_.stencil?Is:Ts,Ae=_.stencil?Mr:Xi);let Xe={colorFormat:t.RGBA8,depthFormat:be,scaleFactor:r};d=this.getBinding(),u=d.createProjectionLayer(Xe),s.updateRenderState({layers:[u]}),e.setPixelRatio(1),e.setSize(u.textureWidth,u.textureHeight,!1),b=new vi(u.textureWidth,u.textureHeight,{format:Yi,type:ci,depthTexture:new Rs(u.textureWidth,u.textureHeight,Ae,void 0,void 0,void 0,void 0,void 0,void 0,_e),stencilBuffer:_.stencil,colorSpace:e.outputColorSpace,samples:_.antialias?4:0,resolveDepthBuffer:u.ignoreDepthValues===!1,resolveStencilBuffer:u.ignoreDepthValues===!1,storeMultisampledDepthBuffer:u.ignoreDepthValues===!1,storeMultisampledStencilBuffer:u.ignoreDepthValues===!1})}else{let _e={antialias:_.antialias,alpha:!0,depth:_.depth,stencil:_.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(s,t,_e),s.updateRenderState({baseLayer:f}),e.setPixelRatio(1),e.setSize(f.framebufferWidth,f.framebufferHeight,!1),b=new vi(f.framebufferWidth,f.framebufferHeight,{format:Yi,type:ci,colorSpace:e.outputColorSpace,stencilBuffer:_.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}b.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),he.setContext(s),he.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return m.getDepthTexture()};function le(Q){for(let pe=0;pe<Q.removed.length;pe++){let _e=Q.removed[pe],Ae=A.indexOf(_e);Ae>=0&&(A[Ae]=null,C[Ae].disconnect(_e))}for(let pe=0;pe<Q.added.length;pe++){let _e=Q.added[pe],Ae=A.indexOf(_e);if(Ae===-1){for(let Xe=0;Xe<C.length;Xe++)if(Xe>=A.length){A.push(_e),Ae=Xe;break}else if(A[Xe]===null){A[Xe]=_e,Ae=Xe;break}if(Ae===-1)break}let be=C[Ae];be&&be.connect(_e)}}function K(Q,pe){pe===null?Q.matrixWorld.copy(Q.matrix):Q.matrixWorld.multiplyMatrices(pe.matrixWorld,Q.matrix),Q.matrixWorldInverse.copy(Q.matrixWorld).invert()}this.updateCamera=function(Q){if(s===null)return;let pe=Q.near,_e=Q.far;m.texture!==null&&(m.depthNear>0&&(pe=m.depthNear),m.depthFar>0&&(_e=m.depthFar)),H.near=D.near=L.near=pe,H.far=D.far=L.far=_e,(U!==H.near||W!==H.far)&&(s.updateRenderState({depthNear:H.near,depthFar:H.far}),U=H.near,W=H.far),H.layers.mask=Q.layers.mask|6,L.layers.mask=H.layers.mask&-5,D.layers.mask=H.layers.mask&-3;let Ae=Q.parent,be=H.cameras;K(H,Ae);for(let Xe=0;Xe<be.length;Xe++)K(be[Xe],Ae);H.projectionMatrix.copy(L.projectionMatrix),H.projectionMatrixInverse.copy(L.projectionMatrixInverse),O===null&&Q.isPerspectiveCamera&&(O={camera:Q,fov:Q.fov,zoom:Q.zoom}),j(Q,H,Ae)};function j(Q,pe,_e){_e===null?Q.matrix.copy(pe.matrixWorld):(Q.matrix.copy(_e.matrixWorld),Q.matrix.invert(),Q.matrix.multiply(pe.matrixWorld)),Q.matrix.decompose(Q.position,Q.quaternion,Q.scale),Q.updateMatrixWorld(!0),Q.projectionMatrix.copy(pe.projectionMatrix),Q.projectionMatrixInverse.copy(pe.projectionMatrixInverse),Q.isPerspectiveCamera&&(Q.fov=uo*2*Math.atan(1/Q.projectionMatrix.elements[5]),Q.zoom=1)}this.getCamera=function(){return H},this.getFoveation=function(){if(!(u===null&&f===null))return l},this.setFoveation=function(Q){l=Q,u!==null&&(u.fixedFoveation=Q),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=Q)},this.hasDepthSensing=function(){return m.texture!==null},this.getDepthSensingMesh=function(){return m.getMesh(H)},this.getCameraTexture=function(Q){return p[Q]};let ie=null;function ue(Q,pe){if(h=pe.getViewerPose(c||o),g=pe,h!==null){let _e=h.views;f!==null&&(e.setRenderTargetFramebuffer(b,f.framebuffer),e.setRenderTarget(b));let Ae=!1;_e.length!==H.cameras.length&&(H.cameras.length=0,Ae=!0);for(let He=0;He<_e.length;He++){let ft=_e[He],ht=null;if(f!==null)ht=f.getViewport(ft);else{let Kt=d.getViewSubImage(u,ft);ht=Kt.viewport,He===0&&(e.setRenderTargetTextures(b,Kt.colorTexture,Kt.depthStencilTexture),e.setRenderTarget(b))}let it=z[He];it===void 0&&(it=new jn,it.layers.enable(He),it.viewport=new Rt,z[He]=it),it.matrix.fromArray(ft.transform.matrix),it.matrix.decompose(it.position,it.quaternion,it.scale),it.projectionMatrix.fromArray(ft.projectionMatrix),it.projectionMatrixInverse.copy(it.projectionMatrix).invert(),it.viewport.set(ht.x,ht.y,ht.width,ht.height),He===0&&(H.matrix.copy(it.matrix),H.matrix.decompose(H.position,H.quaternion,H.scale)),Ae===!0&&H.cameras.push(it)}let be=s.enabledFeatures;if(be&&be.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&v){d=n.getBinding();let He=d.getDepthInformation(_e[0]);He&&He.isValid&&He.texture&&m.init(He,s.renderState)}if(be&&be.includes("camera-access")&&v){e.state.unbindTexture(),d=n.getBinding();for(let He=0;He<_e.length;He++){let ft=_e[He].camera;if(ft){let ht=p[ft];ht||(ht=new xa,p[ft]=ht);let it=d.getCameraImage(ft);ht.sourceTexture=it}}}}for(let _e=0;_e<C.length;_e++){let Ae=A[_e],be=C[_e];Ae!==null&&be!==void 0&&be.update(Ae,pe,c||o)}ie&&ie(Q,pe),pe.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:pe}),g=null}let he=new Sg;he.setAnimationLoop(ue),this.setAnimationLoop=function(Q){ie=Q},this.dispose=function(){}}},ow=new Ke,Lg=new nt;Lg.set(-1,0,0,0,1,0,0,0,1);function aw(i,e){function t(m,p){m.matrixAutoUpdate===!0&&m.updateMatrix(),p.value.copy(m.matrix)}function n(m,p){p.color.getRGB(m.fogColor.value,cf(i)),p.isFog?(m.fogNear.value=p.near,m.fogFar.value=p.far):p.isFogExp2&&(m.fogDensity.value=p.density)}function s(m,p,_,T,b){p.isNodeMaterial?p.uniformsNeedUpdate=!1:p.isMeshBasicMaterial?r(m,p):p.isMeshLambertMaterial?(r(m,p),p.envMap&&(m.envMapIntensity.value=p.envMapIntensity)):p.isMeshToonMaterial?(r(m,p),d(m,p)):p.isMeshPhongMaterial?(r(m,p),h(m,p),p.envMap&&(m.envMapIntensity.value=p.envMapIntensity)):p.isMeshStandardMaterial?(r(m,p),u(m,p),p.isMeshPhysicalMaterial&&f(m,p,b)):p.isMeshMatcapMaterial?(r(m,p),g(m,p)):p.isMeshDepthMaterial?r(m,p):p.isMeshDistanceMaterial?(r(m,p),v(m,p)):p.isMeshNormalMaterial?r(m,p):p.isLineBasicMaterial?(o(m,p),p.isLineDashedMaterial&&a(m,p)):p.isPointsMaterial?l(m,p,_,T):p.isSpriteMaterial?c(m,p):p.isShadowMaterial?(m.color.value.copy(p.color),m.opacity.value=p.opacity):p.isShaderMaterial&&(p.uniformsNeedUpdate=!1)}function r(m,p){m.opacity.value=p.opacity,p.color&&m.diffuse.value.copy(p.color),p.emissive&&m.emissive.value.copy(p.emissive).multiplyScalar(p.emissiveIntensity),p.map&&(m.map.value=p.map,t(p.map,m.mapTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,t(p.alphaMap,m.alphaMapTransform)),p.bumpMap&&(m.bumpMap.value=p.bumpMap,t(p.bumpMap,m.bumpMapTransform),m.bumpScale.value=p.bumpScale,p.side===On&&(m.bumpScale.value*=-1)),p.normalMap&&(m.normalMap.value=p.normalMap,t(p.normalMap,m.normalMapTransform),m.normalScale.value.copy(p.normalScale),p.side===On&&m.normalScale.value.negate()),p.displacementMap&&(m.displacementMap.value=p.displacementMap,t(p.displacementMap,m.displacementMapTransform),m.displacementScale.value=p.displacementScale,m.displacementBias.value=p.displacementBias),p.emissiveMap&&(m.emissiveMap.value=p.emissiveMap,t(p.emissiveMap,m.emissiveMapTransform)),p.specularMap&&(m.specularMap.value=p.specularMap,t(p.specularMap,m.specularMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest);let _=e.get(p),T=_.envMap,b=_.envMapRotation;T&&(m.envMap.value=T,m.envMapRotation.value.setFromMatrix4(ow.makeRotationFromEuler(b)).transpose(),T.isCubeTexture&&T.isRenderTargetTexture===!1&&m.envMapRotation.value.premultiply(Lg),m.reflectivity.value=p.reflectivity,m.ior.value=p.ior,m.refractionRatio.value=p.refractionRatio),p.lightMap&&(m.lightMap.value=p.lightMap,m.lightMapIntensity.value=p.lightMapIntensity,t(p.lightMap,m.lightMapTransform)),p.aoMap&&(m.aoMap.value=p.aoMap,m.aoMapIntensity.value=p.aoMapIntensity,t(p.aoMap,m.aoMapTransform))}function o(m,p){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,p.map&&(m.map.value=p.map,t(p.map,m.mapTransform))}function a(m,p){m.dashSize.value=p.dashSize,m.totalSize.value=p.dashSize+p.gapSize,m.scale.value=p.scale}function l(m,p,_,T){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,m.size.value=p.size*_,m.scale.value=T*.5,p.map&&(m.map.value=p.map,t(p.map,m.uvTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,t(p.alphaMap,m.alphaMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest)}function c(m,p){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,m.rotation.value=p.rotation,p.map&&(m.map.value=p.map,t(p.map,m.mapTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,t(p.alphaMap,m.alphaMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest)}function h(m,p){m.specular.value.copy(p.specular),m.shininess.value=Math.max(p.shininess,1e-4)}function d(m,p){p.gradientMap&&(m.gradientMap.value=p.gradientMap)}function u(m,p){m.metalness.value=p.metalness,p.metalnessMap&&(m.metalnessMap.value=p.metalnessMap,t(p.metalnessMap,m.metalnessMapTransform)),m.roughness.value=p.roughness,p.roughnessMap&&(m.roughnessMap.value=p.roughnessMap,t(p.roughnessMap,m.roughnessMapTransform)),p.envMap&&(m.envMapIntensity.value=p.envMapIntensity)}function f(m,p,_){m.ior.value=p.ior,p.diffuseRoughness>0&&(m.diffuseRoughness.value=p.diffuseRoughness,p.diffuseRoughnessMap&&(m.diffuseRoughnessMap.value=p.diffuseRoughnessMap,t(p.diffuseRoughnessMap,m.diffuseRoughnessMapTransform))),p.sheen>0&&(m.sheenColor.value.copy(p.sheenColor).multiplyScalar(p.sheen),m.sheenRoughness.value=p.sheenRoughness,p.sheenColorMap&&(m.sheenColorMap.value=p.sheenColorMap,t(p.sheenColorMap,m.sheenColorMapTransform)),p.sheenRoughnessMap&&(m.sheenRoughnessMap.value=p.sheenRoughnessMap,t(p.sheenRoughnessMap,m.sheenRoughnessMapTransform))),p.clearcoat>0&&(m.clearcoat.value=p.clearcoat,m.clearcoatRoughness.value=p.clearcoatRoughness,p.clearcoatMap&&(m.clearcoatMap.value=p.clearcoatMap,t(p.clearcoatMap,m.clearcoatMapTransform)),p.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=p.clearcoatRoughnessMap,t(p.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),p.clearcoatNormalMap&&(m.clearcoatNormalMap.value=p.clearcoatNormalMap,t(p.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(p.clearcoatNormalScale),p.side===On&&m.clearcoatNormalScale.value.negate())),p.dispersion>0&&(m.dispersion.value=p.dispersion),p.retroreflectivity>0&&(m.retroreflectivity.value=p.retroreflectivity),p.iridescence>0&&(m.iridescence.value=p.iridescence,m.iridescenceIOR.value=p.iridescenceIOR,m.iridescenceThicknessMinimum.value=p.iridescenceThicknessMinimum,m.iridescenceThicknessMaximum.value=p.iridescenceThicknessMaximum,p.iridescenceMap&&(m.iridescenceMap.value=p.iridescenceMap,t(p.iridescenceMap,m.iridescenceMapTransform)),p.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=p.iridescenceThicknessMap,t(p.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),p.transmission>0&&(m.transmission.value=p.transmission,m.transmissionSamplerMap.value=_.texture,m.transmissionSamplerSize.value.set(_.width,_.height),p.transmissionMap&&(m.transmissionMap.value=p.transmissionMap,t(p.transmissionMap,m.transmissionMapTransform)),m.thickness.value=p.thickness,p.thicknessMap&&(m.thicknessMap.value=p.thicknessMap,t(p.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=p.attenuationDistance,m.attenuationColor.value.copy(p.attenuationColor)),p.anisotropy>0&&(m.anisotropyVector.value.set(p.anisotropy*Math.cos(p.anisotropyRotation),p.anisotropy*Math.sin(p.anisotropyRotation)),p.anisotropyMap&&(m.anisotropyMap.value=p.anisotropyMap,t(p.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=p.specularIntensity,m.specularColor.value.copy(p.specularColor),p.specularColorMap&&(m.specularColorMap.value=p.specularColorMap,t(p.specularColorMap,m.specularColorMapTransform)),p.specularIntensityMap&&(m.specularIntensityMap.value=p.specularIntensityMap,t(p.specularIntensityMap,m.specularIntensityMapTransform))}function g(m,p){p.matcap&&(m.matcap.value=p.matcap)}function v(m,p){let _=e.get(p).light;m.referencePosition.value.setFromMatrixPosition(_.matrixWorld),m.nearDistance.value=_.shadow.camera.near,m.farDistance.value=_.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function lw(i,e,t,n){let s={},r={};function o(_,T){let b=T.program;n.uniformBlockBinding(_,b,s[_.id])}function a(_,T){let b=s[_.id];b===void 0&&(g(_),b=l(_),s[_.id]=b,_.addEventListener("dispose",m));let C=T.program;n.updateUBOMapping(_,C);let A=e.render.frame;r[_.id]!==A&&(c(_),r[_.id]=A)}function l(_){let T=i.createBuffer(),b=_.__size,C=_.usage;return i.bindBuffer(i.UNIFORM_BUFFER,T),i.bufferData(i.UNIFORM_BUFFER,b,C),i.bindBuffer(i.UNIFORM_BUFFER,null),T}function c(_){let T=s[_.id],b=_.uniforms,C=_.__cache;i.bindBuffer(i.UNIFORM_BUFFER,T);for(let A=0,x=b.length;A<x;A++){let w=b[A];if(Array.isArray(w))for(let O=0,L=w.length;O<L;O++)h(w[O],A,O,C);else h(w,A,0,C)}i.bindBuffer(i.UNIFORM_BUFFER,null)}function h(_,T,b,C){if(u(_,T,b,C)===!0){let A=_.__offset,x=_.value;if(Array.isArray(x)){let w=0;for(let O=0;O<x.length;O++){let L=x[O],D=v(L,!0);d(L,_.__data,w),w+=D.storage/Float32Array.BYTES_PER_ELEMENT}}else d(x,_.__data,0);i.bufferSubData(i.UNIFORM_BUFFER,A,_.__data)}}function d(_,T,b){typeof _=="number"||typeof _=="boolean"?T[b]=_:_.isMatrix3?(T[b]=_.elements[0],T[b+1]=_.elements[1],T[b+2]=_.elements[2],T[b+3]=0,T[b+4]=_.elements[3],T[b+5]=_.elements[4],T[b+6]=_.elements[5],T[b+7]=0,T[b+8]=_.elements[6],T[b+9]=_.elements[7],T[b+10]=_.elements[8],T[b+11]=0):ArrayBuffer.isView(_)?T.set(_.subarray(0,T.length-b),b):_.toArray(T,b)}function u(_,T,b,C){let A=_.value,x=T+"_"+b;if(Array.isArray(A)){C[x]===void 0&&(C[x]=[]);let w=C[x],O=!1;for(let L=0;L<A.length;L++)f(A[L],w,L)===!0&&(O=!0);return O}return f(A,C,x)}function f(_,T,b){if(T[b]===void 0)return typeof _=="number"||typeof _=="boolean"?T[b]=_:ArrayBuffer.isView(_)?T[b]=_.slice():T[b]=_.clone(),!0;{let C=T[b];if(typeof _=="number"||typeof _=="boolean"){if(C!==_)return T[b]=_,!0}else{if(ArrayBuffer.isView(_))return!0;if(C.equals(_)===!1)return C.copy(_),!0}}return!1}function g(_){let T=_.uniforms,b=0,C=16;for(let x=0,w=T.length;x<w;x++){let O=Array.isArray(T[x])?T[x]:[T[x]];for(let L=0,D=O.length;L<D;L++){let z=O[L],H=Array.isArray(z.value)?z.value:[z.value],U=Array.isArray(T[x])||Array.isArray(z.value),W=b;for(let V=0,le=H.length;V<le;V++){let K=H[V],j=v(K,U),ie=b%C,ue=ie%j.boundary,he=ie+ue;b+=ue,he!==0&&C-he<j.storage&&(b+=C-he),V===0&&(W=b),b+=j.storage}let Y=z.type==="int"?Int32Array:z.type==="uint"?Uint32Array:Float32Array;z.__data=new Y((b-W)/Float32Array.BYTES_PER_ELEMENT),z.__offset=W}}let A=b%C;return A>0&&(b+=C-A),_.__size=b,_.__cache={},this}function v(_,T){let b={boundary:0,storage:0};return typeof _=="number"||typeof _=="boolean"?(b.boundary=4,b.storage=4):_.isVector2?(b.boundary=8,b.storage=8):_.isVector3||_.isColor?(b.boundary=16,b.storage=12):_.isVector4?(b.boundary=16,b.storage=16):_.isMatrix3?(b.boundary=16,b.storage=48):_.isMatrix4?(b.boundary=16,b.storage=64):_.isTexture?Ze("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(_)?(b.boundary=16,b.storage=_.byteLength):Ze("WebGLRenderer: Unsupported uniform value type.",_),T===!0&&(b.boundary=16,b.storage=Math.ceil(b.storage/16)*16),b}function m(_){let T=_.target;T.removeEventListener("dispose",m),i.deleteBuffer(s[T.id]),delete s[T.id],delete r[T.id]}function p(){for(let _ in s)i.deleteBuffer(s[_]);s={},r={}}return{bind:o,update:a,dispose:p}}var cw=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),hs=null;function hw(){return hs===null&&(hs=new ma(cw,16,16,sr,qi),hs.name="DFG_LUT",hs.minFilter=Qn,hs.magFilter=Qn,hs.wrapS=rs,hs.wrapT=rs,hs.generateMipmaps=!1,hs.needsUpdate=!0),hs}var wh=class{constructor(e={}){let{canvas:t=Zm(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:d=!1,reversedDepthBuffer:u=!1,outputBufferType:f=ci}=e;this.isWebGLRenderer=!0;let g;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");g=n.getContextAttributes().alpha}else g=o;let v=f,m=new Set([Hc,Vc,Gc]),p=new Set([ci,Xi,Mo,Mr,Bc,kc]),_=new Uint32Array(4),T=new Int32Array(4),b={textures:[],min:[],max:[],resolution:[]},C=null,A=null,x=[],w=[],O=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=cs,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let L=this,D=!1,z=null,H=null,U=null,W=null;this._outputColorSpace=xi;let Y=0,V=0,le=null,K=-1,j=null,ie=new Rt,ue=new Rt,he=null,Q=new De(0),pe=0,_e=t.width,Ae=t.height,be=1,Xe=null,ot=null,He=new Rt(0,0,_e,Ae),ft=new Rt(0,0,_e,Ae),ht=!1,it=new Ks,Kt=new fc,Ht=!1,hn=!1,Ut=new Ke,An=new P,bt=new Rt,yn={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},en=!1;function un(){return le===null?be:1}let B=n;function Ce(E,k){return t.getContext(E,k)}let $e,at,Se,kt,Ve,Ye,R,S,X,ce,re,ge,xe,ee,ne,fe,F,se,te,Me,me,ve,We;try{let E={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:d};if("setAttribute"in t&&t.setAttribute("data-engine",`three.js r${"187"}`),t.addEventListener("webglcontextlost",Be,!1),t.addEventListener("webglcontextrestored",Qe,!1),t.addEventListener("webglcontextcreationerror",Te,!1),B===null){let k="webgl2";if(B=Ce(k,E),B===null)throw Ce(k)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}je()}catch(E){throw t.removeEventListener("webglcontextlost",Be,!1),t.removeEventListener("webglcontextrestored",Qe,!1),t.removeEventListener("webglcontextcreationerror",Te,!1),et("WebGLRenderer: "+E.message),E}function je(){$e=new bS(B),$e.init(),me=new iw(B,$e),at=new hS(B,$e,e,me),Se=new tw(B,$e),at.reversedDepthBuffer&&u&&Se.buffers.depth.setReversed(!0),H=B.createFramebuffer(),U=B.createFramebuffer(),W=B.createFramebuffer(),kt=new wS(B),Ve=new GM,Ye=new nw(B,$e,Se,Ve,at,me,kt),R=new vS(L),S=new Ay(B),ve=new lS(B,S),X=new SS(B,S,kt,ve),ce=new AS(B,X,S,ve,kt),se=new ES(B,at,Ye),ne=new uS(Ve),re=new zM(L,R,$e,at,ve,ne),ge=new aw(L,Ve),xe=new HM,ee=new $M($e),F=new aS(L,R,Se,ce,g,l),fe=new ew(L,ce,at),We=new lw(B,kt,at,Se),te=new cS(B,$e,kt),Me=new MS(B,$e,kt),kt.programs=re.programs,L.capabilities=at,L.extensions=$e,L.properties=Ve,L.renderLists=xe,L.shadowMap=fe,L.state=Se,L.info=kt}v!==ci&&(O=new CS(v,t.width,t.height,a,s,r));let ae=new Sf(L,B);this.xr=ae,this.getContext=function(){return B},this.getContextAttributes=function(){return B.getContextAttributes()},this.forceContextLoss=function(){let E=$e.get("WEBGL_lose_context");E&&E.loseContext()},this.forceContextRestore=function(){let E=$e.get("WEBGL_lose_context");E&&E.restoreContext()},this.getPixelRatio=function(){return be},this.setPixelRatio=function(E){E!==void 0&&(be=E,this.setSize(_e,Ae,!1))},this.getSize=function(E){return E.set(_e,Ae)},this.setSize=function(E,k,J=!0){if(ae.isPresenting){Ze("WebGLRenderer: Can't change size while VR device is presenting.");return}_e=E,Ae=k,t.width=Math.floor(E*be),t.height=Math.floor(k*be),J===!0&&(t.style.width=E+"px",t.style.height=k+"px"),O!==null&&O.setSize(t.width,t.height),this.setViewport(0,0,E,k)},this.getDrawingBufferSize=function(E){return E.set(_e*be,Ae*be).floor()},this.setDrawingBufferSize=function(E,k,J){_e=E,Ae=k,be=J,t.width=Math.floor(E*J),t.height=Math.floor(k*J),this.setViewport(0,0,E,k)},this.setEffects=function(E){if(v===ci){et("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(E){for(let k=0;k<E.length;k++)if(E[k].isOutputPass===!0){Ze("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}O.setEffects(E||[])},this.getCurrentViewport=function(E){return E.copy(ie)},this.getViewport=function(E){return E.copy(He)},this.setViewport=function(E,k,J,q){E.isVector4?He.set(E.x,E.y,E.z,E.w):He.set(E,k,J,q),Se.viewport(ie.copy(He).multiplyScalar(un()).round())},this.getScissor=function(E){return E.copy(ft)},this.setScissor=function(E,k,J,q){E.isVector4?ft.set(E.x,E.y,E.z,E.w):ft.set(E,k,J,q),Se.scissor(ue.copy(ft).multiplyScalar(un()).round())},this.getScissorTest=function(){return ht},this.setScissorTest=function(E){Se.setScissorTest(ht=E)},this.setOpaqueSort=function(E){Xe=E},this.setTransparentSort=function(E){ot=E},this.getClearColor=function(E){return E.copy(F.getClearColor())},this.setClearColor=function(){F.setClearColor(...arguments)},this.getClearAlpha=function(){return F.getClearAlpha()},this.setClearAlpha=function(){F.setClearAlpha(...arguments)},this.clear=function(E=!0,k=!0,J=!0){let q=0;if(E){let Z=!1;if(le!==null){let we=le.texture.format;Z=m.has(we)}if(Z){let we=le.texture.type,Pe=p.has(we),Ee=F.getClearColor(),Ie=F.getClearAlpha(),ze=Ee.r,tt=Ee.g,pt=Ee.b;Pe?(_[0]=ze,_[1]=tt,_[2]=pt,_[3]=Ie,B.clearBufferuiv(B.COLOR,0,_)):(T[0]=ze,T[1]=tt,T[2]=pt,T[3]=Ie,B.clearBufferiv(B.COLOR,0,T))}else q|=B.COLOR_BUFFER_BIT}k&&(q|=B.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),J&&(q|=B.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),q!==0&&B.clear(q)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(E){E.setRenderer(this),z=E},this.dispose=function(){t.removeEventListener("webglcontextlost",Be,!1),t.removeEventListener("webglcontextrestored",Qe,!1),t.removeEventListener("webglcontextcreationerror",Te,!1),F.dispose(),xe.dispose(),ee.dispose(),Ye.dispose(),Ve.dispose(),R.dispose(),ce.dispose(),X.dispose(),ve.dispose(),We.dispose(),re.dispose(),ae.dispose(),ae.removeEventListener("sessionstart",wl),ae.removeEventListener("sessionend",Ji),gs.stop()};function Be(E){E.preventDefault(),ha("WebGLRenderer: Context Lost."),D=!0}function Qe(){ha("WebGLRenderer: Context Restored."),D=!1;let E=kt.autoReset,k=fe.enabled,J=fe.autoUpdate,q=fe.needsUpdate,Z=fe.type;je(),kt.autoReset=E,fe.enabled=k,fe.autoUpdate=J,fe.needsUpdate=q,fe.type=Z}function Te(E){et("WebGLRenderer: A WebGL context could not be created. Reason: ",E.statusMessage)}function ct(E){let k=E.target;k.removeEventListener("dispose",ct),Wt(k)}function Wt(E){qn(E),Ve.remove(E)}function qn(E){let k=Ve.get(E).programs;k!==void 0&&(k.forEach(function(J){re.releaseProgram(J)}),E.isShaderMaterial&&re.releaseShaderCache(E))}this.renderBufferDirect=function(E,k,J,q,Z,we){k===null&&(k=yn);let Pe=Z.isMesh&&Z.matrixWorld.determinantAffine()<0,Ee=Xo(E,k,J,q,Z);Se.setMaterial(q,Pe);let Ie=J.index,ze=1;if(q.wireframe===!0){if(Ie=X.getWireframeAttribute(J),Ie===void 0)return;ze=2}let tt=J.drawRange,pt=J.attributes.position,ke=tt.start*ze,mt=(tt.start+tt.count)*ze;we!==null&&(ke=Math.max(ke,we.start*ze),mt=Math.min(mt,(we.start+we.count)*ze)),Ie!==null?(ke=Math.max(ke,0),mt=Math.min(mt,Ie.count)):pt!=null&&(ke=Math.max(ke,0),mt=Math.min(mt,pt.count));let Qt=mt-ke;if(Qt<0||Qt===1/0)return;ve.setup(Z,q,Ee,J,Ie);let It,Lt=te;if(Ie!==null&&(It=S.get(Ie),Lt=Me,Lt.setIndex(It)),Z.isMesh)q.wireframe===!0?(Se.setLineWidth(q.wireframeLinewidth*un()),Lt.setMode(B.LINES)):Lt.setMode(B.TRIANGLES);else if(Z.isLine){let vn=q.linewidth;vn===void 0&&(vn=1),Se.setLineWidth(vn*un()),Z.isLineSegments?Lt.setMode(B.LINES):Z.isLineLoop?Lt.setMode(B.LINE_LOOP):Lt.setMode(B.LINE_STRIP)}else Z.isPoints?Lt.setMode(B.POINTS):Z.isSprite&&Lt.setMode(B.TRIANGLES);if(Z.isBatchedMesh)if($e.get("WEBGL_multi_draw"))Lt.renderMultiDraw(Z._multiDrawStarts,Z._multiDrawCounts,Z._multiDrawCount);else{let vn=Z._multiDrawStarts,Fe=Z._multiDrawCounts,dn=Z._multiDrawCount,xt=Ie?S.get(Ie).bytesPerElement:1,xs=Ve.get(q).currentProgram.getUniforms();for(let fn=0;fn<dn;fn++)xs.setValue(B,"_gl_DrawID",fn),Lt.render(vn[fn]/xt,Fe[fn])}else if(Z.isInstancedMesh)Lt.renderInstances(ke,Qt,Z.count);else if(J.isInstancedBufferGeometry){let vn=J._maxInstanceCount!==void 0?J._maxInstanceCount:1/0,Fe=Math.min(J.instanceCount,vn);Lt.renderInstances(ke,Qt,Fe)}else Lt.render(ke,Qt)};function Vo(E,k,J,q){z!==null&&E.isNodeMaterial&&z.setObject(q,E),Ht===!0&&ne.setState(E,J,!1),E.transparent===!0&&E.side===li&&E.forceSinglePass===!1?(E.side=On,E.needsUpdate=!0,ji(E,k,q),E.side=ir,E.needsUpdate=!0,ji(E,k,q),E.side=li):ji(E,k,q)}this.compile=function(E,k,J=null){J===null&&(J=E),z!==null&&z.renderStart(E,k,J),A=ee.get(J),A.init(k),w.push(A),J.traverseVisible(function(Z){Z.isLight&&Z.layers.test(k.layers)&&(A.pushLight(Z),Z.castShadow&&A.pushShadow(Z))}),E!==J&&E.traverseVisible(function(Z){Z.isLight&&Z.layers.test(k.layers)&&(A.pushLight(Z),Z.castShadow&&A.pushShadow(Z))}),A.setupLights(),z!==null&&z.updateLights(A.state.lightsArray),hn=this.localClippingEnabled,Ht=ne.init(this.clippingPlanes,hn),Ht===!0&&ne.setGlobalState(this.clippingPlanes,k),z!==null&&fe.render(A.state.shadowsArray,J,k);let q=new Set;return E.traverse(function(Z){if(!(Z.isMesh||Z.isPoints||Z.isLine||Z.isSprite))return;let we=Z.material;if(we)if(Array.isArray(we))for(let Pe=0;Pe<we.length;Pe++){let Ee=we[Pe];Vo(Ee,J,k,Z),q.add(Ee)}else Vo(we,J,k,Z),q.add(we)}),A=w.pop(),z!==null&&z.renderEnd(),q},this.compileAsync=function(E,k,J=null){let q=this.compile(E,k,J);return new Promise(Z=>{function we(){if(q.forEach(function(Pe){let Ie=Ve.get(Pe).currentProgram;(Ie===void 0||Ie.isReady())&&q.delete(Pe)}),q.size===0){Z(E);return}setTimeout(we,10)}$e.get("KHR_parallel_shader_compile")!==null?we():setTimeout(we,10)})};let Nr=null;function Zu(E){Nr&&Nr(E)}function wl(){gs.stop()}function Ji(){gs.start()}let gs=new Sg;gs.setAnimationLoop(Zu),typeof self<"u"&&gs.setContext(self),this.setAnimationLoop=function(E){Nr=E,ae.setAnimationLoop(E),E===null?gs.stop():gs.start()},ae.addEventListener("sessionstart",wl),ae.addEventListener("sessionend",Ji),this.render=function(E,k){if(k!==void 0&&k.isCamera!==!0){et("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(D===!0)return;z!==null&&z.renderStart(E,k);let J=ae.enabled===!0&&ae.isPresenting===!0,q=O!==null&&(le===null||J)&&O.begin(L,le);if(E.matrixWorldAutoUpdate===!0&&E.updateMatrixWorld(),k.parent===null&&k.matrixWorldAutoUpdate===!0&&k.updateMatrixWorld(),ae.enabled===!0&&ae.isPresenting===!0&&(O===null||O.isCompositing()===!1)&&(ae.cameraAutoUpdate===!0&&ae.updateCamera(k),k=ae.getCamera()),E.isScene===!0&&E.onBeforeRender(L,E,k,le),A=ee.get(E,w.length),A.init(k),A.state.textureUnits=Ye.getTextureUnits(),w.push(A),Ut.multiplyMatrices(k.projectionMatrix,k.matrixWorldInverse),k.isArrayCamera?Kt.setFromArrayCamera(k):it.setFromProjectionMatrix(Ut,Pi,k.reversedDepth),hn=this.localClippingEnabled,Ht=ne.init(this.clippingPlanes,hn),C=xe.get(E,x.length),C.init(),x.push(C),this.info.render.frame++,ae.enabled===!0&&ae.isPresenting===!0){let Pe=L.xr.getDepthSensingMesh();Pe!==null&&_s(Pe,k,-1/0,L.sortObjects)}_s(E,k,0,L.sortObjects),C.finish(),z!==null&&z.updateLights(A.state.lightsArray),L.sortObjects===!0&&C.sort(Xe,ot),en=ae.enabled===!1||ae.isPresenting===!1||ae.hasDepthSensing()===!1,en&&F.addToRenderList(C,E),this.info.autoReset===!0&&this.info.reset(),Ht===!0&&ne.beginShadows();let Z=A.state.shadowsArray;if(fe.render(Z,E,k),Ht===!0&&ne.endShadows(),(q&&O.hasRenderPass())===!1){let Pe=C.opaque,Ee=C.transmissive;if(A.setupLights(),k.isArrayCamera){let Ie=k.cameras;if(Ee.length>0)for(let ze=0,tt=Ie.length;ze<tt;ze++){let pt=Ie[ze];Oi(Pe,Ee,E,pt)}en&&F.render(E);for(let ze=0,tt=Ie.length;ze<tt;ze++){let pt=Ie[ze];Ho(C,E,pt,pt.viewport)}}else Ee.length>0&&Oi(Pe,Ee,E,k),en&&F.render(E),Ho(C,E,k)}le!==null&&V===0&&(Ye.updateMultisampleRenderTarget(le),Ye.updateRenderTargetMipmap(le)),q&&O.end(L),E.isScene===!0&&E.onAfterRender(L,E,k),ve.resetDefaultState(),K=-1,j=null,w.pop(),w.length>0?(A=w[w.length-1],Ye.setTextureUnits(A.state.textureUnits),Ht===!0&&ne.setGlobalState(L.clippingPlanes,A.state.camera)):A=null,x.pop(),x.length>0?C=x[x.length-1]:C=null,z!==null&&z.renderEnd()};function _s(E,k,J,q){if(E.visible===!1)return;if(E.layers.test(k.layers)){if(E.isGroup)J=E.renderOrder;else if(E.isLOD)E.autoUpdate===!0&&E.update(k);else if(E.isLight)A.pushLight(E),E.castShadow&&A.pushShadow(E);else if(E.isSprite){let Pe=k.isArrayCamera?Kt:it;if(!E.frustumCulled||E.intersectsFrustum(Pe)){q&&bt.setFromMatrixPosition(E.matrixWorld).applyMatrix4(Ut);let Ee=ce.update(E),Ie=E.material;Ie.visible&&C.push(E,Ee,Ie,J,bt.z,null,k)}}else if(E.isMesh||E.isLine||E.isPoints){let Pe=k.isArrayCamera?Kt:it;if(!E.frustumCulled||E.intersectsFrustum(Pe)){let Ee=ce.update(E),Ie=E.material;if(q&&(E.boundingSphere!==void 0?(E.boundingSphere===null&&E.computeBoundingSphere(),bt.copy(E.boundingSphere.center)):(Ee.boundingSphere===null&&Ee.computeBoundingSphere(),bt.copy(Ee.boundingSphere.center)),bt.applyMatrix4(E.matrixWorld).applyMatrix4(Ut)),Array.isArray(Ie)){let ze=Ee.groups;for(let tt=0,pt=ze.length;tt<pt;tt++){let ke=ze[tt],mt=Ie[ke.materialIndex];mt&&mt.visible&&C.push(E,Ee,mt,J,bt.z,ke,k)}}else Ie.visible&&C.push(E,Ee,Ie,J,bt.z,null,k)}}}let we=E.children;for(let Pe=0,Ee=we.length;Pe<Ee;Pe++)_s(we[Pe],k,J,q)}function Ho(E,k,J,q){let{opaque:Z,transmissive:we,transparent:Pe}=E;A.setupLightsView(J),Ht===!0&&ne.setGlobalState(L.clippingPlanes,J),q&&Se.viewport(ie.copy(q)),Z.length>0&&tn(Z,k,J),we.length>0&&tn(we,k,J),Pe.length>0&&tn(Pe,k,J),Se.buffers.depth.setTest(!0),Se.buffers.depth.setMask(!0),Se.buffers.color.setMask(!0),Se.setPolygonOffset(!1)}function Oi(E,k,J,q){if((J.isScene===!0?J.overrideMaterial:null)!==null)return;if(A.state.transmissionRenderTarget[q.id]===void 0){let ke=$e.has("EXT_color_buffer_half_float")||$e.has("EXT_color_buffer_float");A.state.transmissionRenderTarget[q.id]=new vi(1,1,{generateMipmaps:!0,type:ke?qi:ci,minFilter:Ps,samples:Math.max(4,at.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:yt.workingColorSpace})}let we=A.state.transmissionRenderTarget[q.id],Pe=q.viewport||ie;we.setSize(Pe.z*L.transmissionResolutionScale,Pe.w*L.transmissionResolutionScale);let Ee=L.getRenderTarget(),Ie=L.getActiveCubeFace(),ze=L.getActiveMipmapLevel();L.setRenderTarget(we),L.getClearColor(Q),pe=L.getClearAlpha(),pe<1&&L.setClearColor(16777215,.5),L.clear(),en&&F.render(J);let tt=L.toneMapping;L.toneMapping=cs;let pt=q.viewport;if(q.viewport!==void 0&&(q.viewport=void 0),A.setupLightsView(q),Ht===!0&&ne.setGlobalState(L.clippingPlanes,q),tn(E,J,q),Ye.updateMultisampleRenderTarget(we),Ye.updateRenderTargetMipmap(we),$e.has("WEBGL_multisampled_render_to_texture")===!1){let ke=!1;for(let mt=0,Qt=k.length;mt<Qt;mt++){let It=k[mt],{object:Lt,geometry:vn,material:Fe,group:dn}=It;if(Fe.side===li&&Lt.layers.test(q.layers)){let xt=Fe.side;Fe.side=On,Fe.needsUpdate=!0,on(Lt,J,q,vn,Fe,dn),Fe.side=xt,Fe.needsUpdate=!0,ke=!0}}ke===!0&&(Ye.updateMultisampleRenderTarget(we),Ye.updateRenderTargetMipmap(we))}L.setRenderTarget(Ee,Ie,ze),L.setClearColor(Q,pe),pt!==void 0&&(q.viewport=pt),L.toneMapping=tt}function tn(E,k,J){let q=k.isScene===!0?k.overrideMaterial:null;for(let Z=0,we=E.length;Z<we;Z++){let Pe=E[Z],{object:Ee,geometry:Ie,group:ze}=Pe,tt=Pe.material;tt.allowOverride===!0&&q!==null&&(tt=q),Ee.layers.test(J.layers)&&on(Ee,k,J,Ie,tt,ze)}}function on(E,k,J,q,Z,we){z!==null&&Z.isNodeMaterial&&z.setObject(E,Z),E.onBeforeRender(L,k,J,q,Z,we),E.modelViewMatrix.multiplyMatrices(J.matrixWorldInverse,E.matrixWorld),E.normalMatrix.getNormalMatrix(E.modelViewMatrix),Z.onBeforeRender(L,k,J,q,E,we),Z.transparent===!0&&Z.side===li&&Z.forceSinglePass===!1?(Z.side=On,Z.needsUpdate=!0,L.renderBufferDirect(J,k,q,Z,E,we),Z.side=ir,Z.needsUpdate=!0,L.renderBufferDirect(J,k,q,Z,E,we),Z.side=li):L.renderBufferDirect(J,k,q,Z,E,we),E.onAfterRender(L,k,J,q,Z,we)}function an(E){let k=0;for(let J of E)J.texture!==null&&k++;return k}function ji(E,k,J){k.isScene!==!0&&(k=yn);let q=Ve.get(E),Z=A.state.lights,we=A.state.shadowsArray,Pe=Z.state.version,Ee=re.getParameters(E,Z.state,we,k,J,A.state.lightProbeGridArray),Ie=re.getProgramCacheKey(Ee),ze=q.programs;q.environment=E.isMeshStandardMaterial||E.isMeshLambertMaterial||E.isMeshPhongMaterial?k.environment:null,q.fog=k.fog;let tt=E.isMeshStandardMaterial||E.isMeshLambertMaterial&&!E.envMap||E.isMeshPhongMaterial&&!E.envMap;q.envMap=R.get(E.envMap||q.environment,tt),q.envMapRotation=q.environment!==null&&E.envMap===null?k.environmentRotation:E.envMapRotation,ze===void 0&&(E.addEventListener("dispose",ct),ze=new Map,q.programs=ze,q.programVariants=new Map);let pt=ze.get(Ie);if(pt!==void 0){if(q.currentProgram===pt&&q.lightsStateVersion===Pe)return Wo(E,Ee),pt}else Ee.uniforms=re.getUniforms(E),z!==null&&E.isNodeMaterial&&z.build(E,J,Ee),E.onBeforeCompile(Ee,L),pt=re.acquireProgram(Ee,Ie),ze.set(Ie,pt),q.uniforms=Ee.uniforms;let ke=q.uniforms;return(!E.isShaderMaterial&&!E.isRawShaderMaterial||E.clipping===!0)&&(ke.clippingPlanes=ne.uniform),Wo(E,Ee),q.needsLights=Bs(E),q.lightsStateVersion=Pe,q.needsLights&&(ke.ambientLightColor.value=Z.state.ambient,ke.lightProbe.value=Z.state.probe,ke.sunLights.value=Z.state.sun,ke.sunLightShadows.value=Z.state.sunShadow,ke.directionalLights.value=Z.state.directional,ke.directionalLightShadows.value=Z.state.directionalShadow,ke.spotLights.value=Z.state.spot,ke.spotLightShadows.value=Z.state.spotShadow,ke.rectAreaLights.value=Z.state.rectArea,ke.ltc_1.value=Z.state.rectAreaLTC1,ke.ltc_2.value=Z.state.rectAreaLTC2,ke.pointLights.value=Z.state.point,ke.pointLightShadows.value=Z.state.pointShadow,ke.hemisphereLights.value=Z.state.hemi,ke.sunShadowMatrix.value=Z.state.sunShadowMatrix,ke.sunShadowCascade.value=Z.state.sunShadowCascade,ke.directionalShadowMatrix.value=Z.state.directionalShadowMatrix,ke.spotLightMatrix.value=Z.state.spotLightMatrix,ke.spotLightMap.value=Z.state.spotLightMap,ke.pointShadowMatrix.value=Z.state.pointShadowMatrix),q.numLightProbeGrids=an(A.state.lightProbeGridArray),q.currentProgram=pt,q.uniformsList=null,pt}function di(E,k,J,q,Z){let we=Ve.get(E),Pe=we.currentProgram.id+","+q+","+Z,Ee=we.programVariants.get(Pe);return Ee===void 0?(Ee=ji(E,k,J),we.programVariants.set(Pe,Ee)):(we.currentProgram=Ee,we.uniformsList=null,we.outputColorSpace=q,we.toneMapping=Z),Ee}function Os(E){if(E.uniformsList===null){let k=E.currentProgram.getUniforms();E.uniformsList=wo.seqWithValue(k.seq,E.uniforms)}return E.uniformsList}function Wo(E,k){let J=Ve.get(E);J.outputColorSpace=k.outputColorSpace,J.batching=k.batching,J.batchingColor=k.batchingColor,J.instancing=k.instancing,J.instancingColor=k.instancingColor,J.instancingMorph=k.instancingMorph,J.skinning=k.skinning,J.morphTargets=k.morphTargets,J.morphNormals=k.morphNormals,J.morphColors=k.morphColors,J.morphTargetsCount=k.morphTargetsCount,J.numClippingPlanes=k.numClippingPlanes,J.numIntersection=k.numClipIntersection,J.vertexAlphas=k.vertexAlphas,J.vertexTangents=k.vertexTangents,J.toneMapping=k.toneMapping}function Xo(E,k,J,q,Z){k.isScene!==!0&&(k=yn),Ye.resetTextureUnits();let we=k.fog,Pe=q.isMeshStandardMaterial||q.isMeshLambertMaterial||q.isMeshPhongMaterial?k.environment:null,Ee=le===null?L.outputColorSpace:le.isXRRenderTarget===!0?le.texture.colorSpace:yt.workingColorSpace,Ie=q.isMeshStandardMaterial||q.isMeshLambertMaterial&&!q.envMap||q.isMeshPhongMaterial&&!q.envMap,ze=R.get(q.envMap||Pe,Ie),tt=q.vertexColors===!0&&!!J.attributes.color&&J.attributes.color.itemSize===4,pt=!!J.attributes.tangent&&(!!q.normalMap||q.anisotropy>0),ke=!!J.morphAttributes.position,mt=!!J.morphAttributes.normal,Qt=!!J.morphAttributes.color,It=cs;q.toneMapped&&(le===null||le.isXRRenderTarget===!0)&&(It=L.toneMapping);let Lt=J.morphAttributes.position||J.morphAttributes.normal||J.morphAttributes.color,vn=Lt!==void 0?Lt.length:0,Fe=Ve.get(q),dn=A.state.lights;if(Ht===!0&&(hn===!0||E!==j)){let Dt=E===j&&q.id===K;ne.setState(q,E,Dt)}let xt=!1,xs=!1;q.version===Fe.__version?Fe.needsLights&&Fe.lightsStateVersion!==dn.state.version||Z.isBatchedMesh&&Fe.batching===!1||!Z.isBatchedMesh&&Fe.batching===!0||Z.isBatchedMesh&&Fe.batchingColor===!0&&Z._colorsTexture===null||Z.isBatchedMesh&&Fe.batchingColor===!1&&Z._colorsTexture!==null||Z.isInstancedMesh&&Fe.instancing===!1||!Z.isInstancedMesh&&Fe.instancing===!0||Z.isSkinnedMesh&&Fe.skinning===!1||!Z.isSkinnedMesh&&Fe.skinning===!0||Z.isInstancedMesh&&Fe.instancingColor===!0&&Z.instanceColor===null||Z.isInstancedMesh&&Fe.instancingColor===!1&&Z.instanceColor!==null||Z.isInstancedMesh&&Fe.instancingMorph===!0&&Z.morphTexture===null||Z.isInstancedMesh&&Fe.instancingMorph===!1&&Z.morphTexture!==null||Fe.envMap!==ze||q.fog===!0&&Fe.fog!==we||Fe.numClippingPlanes!==void 0&&(Fe.numClippingPlanes!==ne.numPlanes||Fe.numIntersection!==ne.numIntersection)||Fe.vertexAlphas!==tt||Fe.vertexTangents!==pt||Fe.morphTargets!==ke||Fe.morphNormals!==mt||Fe.morphColors!==Qt||Fe.morphTargetsCount!==vn||Fe.numLightProbeGrids!==an(A.state.lightProbeGridArray)?xt=!0:(Fe.outputColorSpace!==Ee||Fe.toneMapping!==It)&&(xs=!0):(xt=!0,Fe.__version=q.version);let fn=Fe.currentProgram;(xt===!0||xs===!0)&&(fn=xs===!0?di(q,k,Z,Ee,It):ji(q,k,Z),z&&q.isNodeMaterial&&z.onUpdateProgram(q,fn,Fe));let Or=!1,Qi=!1,ys=!1,ut=fn.getUniforms(),nn=Fe.uniforms;if(Se.useProgram(fn.program)&&(Or=!0,Qi=!0,ys=!0),q.id!==K&&(K=q.id,Qi=!0),Or||j!==E){Se.buffers.depth.getReversed()&&E.reversedDepth!==!0&&(E._reversedDepth=!0,E.updateProjectionMatrix()),ut.setValue(B,"projectionMatrix",E.projectionMatrix),ut.setValue(B,"viewMatrix",E.matrixWorldInverse);let pn=ut.map.cameraPosition;pn!==void 0&&pn.setValue(B,An.setFromMatrixPosition(E.matrixWorld)),at.logarithmicDepthBuffer&&ut.setValue(B,"logDepthBufFC",2/(Math.log(E.far+1)/Math.LN2)),(q.isMeshPhongMaterial||q.isMeshToonMaterial||q.isMeshLambertMaterial||q.isMeshBasicMaterial||q.isMeshStandardMaterial||q.isShaderMaterial)&&ut.setValue(B,"isOrthographic",E.isOrthographicCamera===!0),j!==E&&(j=E,Qi=!0,ys=!0)}if(Fe.needsLights&&(dn.state.sunShadowMap.length>0&&ut.setValue(B,"sunShadowMap",dn.state.sunShadowMap,Ye),dn.state.directionalShadowMap.length>0&&ut.setValue(B,"directionalShadowMap",dn.state.directionalShadowMap,Ye),dn.state.spotShadowMap.length>0&&ut.setValue(B,"spotShadowMap",dn.state.spotShadowMap,Ye),dn.state.pointShadowMap.length>0&&ut.setValue(B,"pointShadowMap",dn.state.pointShadowMap,Ye)),Z.isSkinnedMesh){ut.setOptional(B,Z,"bindMatrix"),ut.setOptional(B,Z,"bindMatrixInverse");let Dt=Z.skeleton;Dt&&(Dt.boneTexture===null&&Dt.computeBoneTexture(),ut.setValue(B,"boneTexture",Dt.boneTexture,Ye))}Z.isBatchedMesh&&(ut.setOptional(B,Z,"batchingTexture"),ut.setValue(B,"batchingTexture",Z._matricesTexture,Ye),ut.setOptional(B,Z,"batchingIdTexture"),ut.setValue(B,"batchingIdTexture",Z._indirectTexture,Ye),ut.setOptional(B,Z,"batchingColorTexture"),Z._colorsTexture!==null&&ut.setValue(B,"batchingColorTexture",Z._colorsTexture,Ye));let Yn=J.morphAttributes;if((Yn.position!==void 0||Yn.normal!==void 0||Yn.color!==void 0)&&se.update(Z,J,fn),(Qi||Fe.receiveShadow!==Z.receiveShadow)&&(Fe.receiveShadow=Z.receiveShadow,ut.setValue(B,"receiveShadow",Z.receiveShadow)),(q.isMeshStandardMaterial||q.isMeshLambertMaterial||q.isMeshPhongMaterial)&&q.envMap===null&&k.environment!==null&&(nn.envMapIntensity.value=k.environmentIntensity),nn.dfgLUT!==void 0&&(nn.dfgLUT.value=hw()),Qi){if(ut.setValue(B,"toneMappingExposure",L.toneMappingExposure),Fe.needsLights&&Ur(nn,ys),we&&q.fog===!0&&ge.refreshFogUniforms(nn,we),ge.refreshMaterialUniforms(nn,q,be,Ae,A.state.transmissionRenderTarget[E.id]),Fe.needsLights&&Fe.numLightProbeGrids>0){let Dt=b,pn=0;for(let Vn of A.state.lightProbeGridArray)Vn.texture!==null&&(Dt.textures[pn]=Vn.texture,Dt.min[pn]=Vn.boundingBox.min,Dt.max[pn]=Vn.boundingBox.max,Dt.resolution[pn]=Vn.resolution,pn++);for(let Vn in Dt)Dt[Vn].length=pn;nn.probesSH.value=Dt.textures,nn.probesMin.value=Dt.min,nn.probesMax.value=Dt.max,nn.probesResolution.value=Dt.resolution}wo.upload(B,Os(Fe),nn,Ye)}if(q.isShaderMaterial&&q.uniformsNeedUpdate===!0&&(wo.upload(B,Os(Fe),nn,Ye),q.uniformsNeedUpdate=!1),q.isSpriteMaterial&&ut.setValue(B,"center",Z.center),ut.setValue(B,"modelViewMatrix",Z.modelViewMatrix),ut.setValue(B,"normalMatrix",Z.normalMatrix),ut.setValue(B,"modelMatrix",Z.matrixWorld),q.uniformsGroups!==void 0){let Dt=q.uniformsGroups;for(let pn=0,Vn=Dt.length;pn<Vn;pn++){let El=Dt[pn];We.update(El,fn),We.bind(El,fn)}}return fn}function Ur(E,k){E.ambientLightColor.needsUpdate=k,E.lightProbe.needsUpdate=k,E.sunLights.needsUpdate=k,E.sunLightShadows.needsUpdate=k,E.directionalLights.needsUpdate=k,E.directionalLightShadows.needsUpdate=k,E.pointLights.needsUpdate=k,E.pointLightShadows.needsUpdate=k,E.spotLights.needsUpdate=k,E.spotLightShadows.needsUpdate=k,E.rectAreaLights.needsUpdate=k,E.hemisphereLights.needsUpdate=k}function Bs(E){return E.isMeshLambertMaterial||E.isMeshToonMaterial||E.isMeshPhongMaterial||E.isMeshStandardMaterial||E.isShadowMaterial||E.isShaderMaterial&&E.lights===!0}this.getActiveCubeFace=function(){return Y},this.getActiveMipmapLevel=function(){return V},this.getRenderTarget=function(){return le},this.setRenderTargetTextures=function(E,k,J){let q=Ve.get(E);q.__autoAllocateDepthBuffer=E.resolveDepthBuffer===!1,q.__autoAllocateDepthBuffer===!1&&(q.__useRenderToTexture=!1),Ve.get(E.texture).__webglTexture=k,Ve.get(E.depthTexture).__webglTexture=q.__autoAllocateDepthBuffer?void 0:J,q.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(E,k){let J=Ve.get(E);J.__webglFramebuffer=k,J.__useDefaultFramebuffer=k===void 0},this.setRenderTarget=function(E,k=0,J=0){le=E,Y=k,V=J;let q=null,Z=!1,we=!1;if(E){let Ee=Ve.get(E);if(Ee.__useDefaultFramebuffer!==void 0){Se.bindFramebuffer(B.FRAMEBUFFER,Ee.__webglFramebuffer),ie.copy(E.viewport),ue.copy(E.scissor),he=E.scissorTest,Se.viewport(ie),Se.scissor(ue),Se.setScissorTest(he),K=-1;return}else if(Ee.__webglFramebuffer===void 0)Ye.setupRenderTarget(E);else if(Ee.__hasExternalTextures)Ye.rebindTextures(E,Ve.get(E.texture).__webglTexture,Ve.get(E.depthTexture).__webglTexture);else if(E.depthBuffer){let tt=E.depthTexture;if(Ee.__boundDepthTexture!==tt){if(tt!==null&&Ve.has(tt)&&(E.width!==tt.image.width||E.height!==tt.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");Ye.setupDepthRenderbuffer(E)}}let Ie=E.texture;(Ie.isData3DTexture||Ie.isDataArrayTexture||Ie.isCompressedArrayTexture)&&(we=!0);let ze=Ve.get(E).__webglFramebuffer;E.isWebGLCubeRenderTarget?(Array.isArray(ze[k])?q=ze[k][J]:q=ze[k],Z=!0):E.samples>0&&Ye.useMultisampledRTT(E)===!1?q=Ve.get(E).__webglMultisampledFramebuffer:Array.isArray(ze)?q=ze[J]:q=ze,ie.copy(E.viewport),ue.copy(E.scissor),he=E.scissorTest}else ie.copy(He).multiplyScalar(be).floor(),ue.copy(ft).multiplyScalar(be).floor(),he=ht;if(J!==0&&(q=H),Se.bindFramebuffer(B.FRAMEBUFFER,q)&&Se.drawBuffers(E,q),Se.viewport(ie),Se.scissor(ue),Se.setScissorTest(he),Z){let Ee=Ve.get(E.texture);B.framebufferTexture2D(B.FRAMEBUFFER,B.COLOR_ATTACHMENT0,B.TEXTURE_CUBE_MAP_POSITIVE_X+k,Ee.__webglTexture,J)}else if(we){let Ee=k;for(let Ie=0;Ie<E.textures.length;Ie++){let ze=Ve.get(E.textures[Ie]);B.framebufferTextureLayer(B.FRAMEBUFFER,B.COLOR_ATTACHMENT0+Ie,ze.__webglTexture,J,Ee)}}else if(E!==null&&J!==0){let Ee=Ve.get(E.texture);B.framebufferTexture2D(B.FRAMEBUFFER,B.COLOR_ATTACHMENT0,B.TEXTURE_2D,Ee.__webglTexture,J)}K=-1};function Fr(E){let k=Ve.get(E);return(k.__readFormat!==E.format||k.__readType!==E.type)&&(k.__readFormat=E.format,k.__readType=E.type,k.__formatReadable=at.textureFormatReadable(E.format),k.__typeReadable=at.textureTypeReadable(E.type)),k}this.readRenderTargetPixels=function(E,k,J,q,Z,we,Pe,Ee=0){if(!(E&&E.isWebGLRenderTarget)){et("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Ie=Ve.get(E).__webglFramebuffer;if(E.isWebGLCubeRenderTarget&&Pe!==void 0&&(Ie=Ie[Pe],Array.isArray(Ie)&&(Ie=Ie[0])),Ie){Se.bindFramebuffer(B.FRAMEBUFFER,Ie);try{let ze=E.textures[Ee],tt=ze.format,pt=ze.type;E.textures.length>1&&B.readBuffer(B.COLOR_ATTACHMENT0+Ee);let ke=Fr(ze);if(ke.__formatReadable===!1){et("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(ke.__typeReadable===!1){et("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}k>=0&&k<=E.width-q&&J>=0&&J<=E.height-Z&&B.readPixels(k,J,q,Z,me.convert(tt),me.convert(pt),we)}finally{let ze=le!==null?Ve.get(le).__webglFramebuffer:null;Se.bindFramebuffer(B.FRAMEBUFFER,ze)}}},this.readRenderTargetPixelsAsync=async function(E,k,J,q,Z,we,Pe,Ee=0){if(!(E&&E.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Ie=Ve.get(E).__webglFramebuffer;if(E.isWebGLCubeRenderTarget&&Pe!==void 0&&(Ie=Ie[Pe],Array.isArray(Ie)&&(Ie=Ie[0])),Ie)if(k>=0&&k<=E.width-q&&J>=0&&J<=E.height-Z){Se.bindFramebuffer(B.FRAMEBUFFER,Ie);let ze=E.textures[Ee],tt=ze.format,pt=ze.type;E.textures.length>1&&B.readBuffer(B.COLOR_ATTACHMENT0+Ee);let ke=Fr(ze);if(ke.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(ke.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let mt=B.createBuffer();B.bindBuffer(B.PIXEL_PACK_BUFFER,mt),B.bufferData(B.PIXEL_PACK_BUFFER,we.byteLength,B.STREAM_READ),B.readPixels(k,J,q,Z,me.convert(tt),me.convert(pt),0),B.bindBuffer(B.PIXEL_PACK_BUFFER,null);let Qt=le!==null?Ve.get(le).__webglFramebuffer:null;Se.bindFramebuffer(B.FRAMEBUFFER,Qt);let It=B.fenceSync(B.SYNC_GPU_COMMANDS_COMPLETE,0);return B.flush(),await Km(B,It,4),B.bindBuffer(B.PIXEL_PACK_BUFFER,mt),B.getBufferSubData(B.PIXEL_PACK_BUFFER,0,we),B.bindBuffer(B.PIXEL_PACK_BUFFER,null),B.deleteBuffer(mt),B.deleteSync(It),we}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(E,k=null,J=0){let q=Math.pow(2,-J),Z=Math.floor(E.image.width*q),we=Math.floor(E.image.height*q),Pe=k!==null?k.x:0,Ee=k!==null?k.y:0;Ye.setTexture2D(E,0),B.copyTexSubImage2D(B.TEXTURE_2D,J,0,0,Pe,Ee,Z,we),Se.unbindTexture()},this.copyTextureToTexture=function(E,k,J=null,q=null,Z=0,we=0){let Pe,Ee,Ie,ze,tt,pt,ke,mt,Qt,It=E.isCompressedTexture?E.mipmaps[we]:E.image;if(J!==null)Pe=J.max.x-J.min.x,Ee=J.max.y-J.min.y,Ie=J.isBox3?J.max.z-J.min.z:1,ze=J.min.x,tt=J.min.y,pt=J.isBox3?J.min.z:0;else{let ut=Math.pow(2,-Z);Pe=Math.floor(It.width*ut),Ee=Math.floor(It.height*ut),E.isDataArrayTexture?Ie=It.depth:E.isData3DTexture?Ie=Math.floor(It.depth*ut):Ie=1,ze=0,tt=0,pt=0}q!==null?(ke=q.x,mt=q.y,Qt=q.z):(ke=0,mt=0,Qt=0);let Lt=me.convert(k.format),vn=me.convert(k.type),Fe;k.isData3DTexture?(Ye.setTexture3D(k,0),Fe=B.TEXTURE_3D):k.isDataArrayTexture||k.isCompressedArrayTexture?(Ye.setTexture2DArray(k,0),Fe=B.TEXTURE_2D_ARRAY):(Ye.setTexture2D(k,0),Fe=B.TEXTURE_2D),Se.activeTexture(B.TEXTURE0),Se.pixelStorei(B.UNPACK_FLIP_Y_WEBGL,k.flipY),Se.pixelStorei(B.UNPACK_PREMULTIPLY_ALPHA_WEBGL,k.premultiplyAlpha),Se.pixelStorei(B.UNPACK_ALIGNMENT,k.unpackAlignment);let dn=Se.getParameter(B.UNPACK_ROW_LENGTH),xt=Se.getParameter(B.UNPACK_IMAGE_HEIGHT),xs=Se.getParameter(B.UNPACK_SKIP_PIXELS),fn=Se.getParameter(B.UNPACK_SKIP_ROWS),Or=Se.getParameter(B.UNPACK_SKIP_IMAGES);Se.pixelStorei(B.UNPACK_ROW_LENGTH,It.width),Se.pixelStorei(B.UNPACK_IMAGE_HEIGHT,It.height),Se.pixelStorei(B.UNPACK_SKIP_PIXELS,ze),Se.pixelStorei(B.UNPACK_SKIP_ROWS,tt),Se.pixelStorei(B.UNPACK_SKIP_IMAGES,pt);let Qi=E.isDataArrayTexture||E.isData3DTexture,ys=k.isDataArrayTexture||k.isData3DTexture;if(E.isDepthTexture){let ut=Ve.get(E),nn=Ve.get(k),Yn=Ve.get(ut.__renderTarget),Dt=Ve.get(nn.__renderTarget);Se.bindFramebuffer(B.READ_FRAMEBUFFER,Yn.__webglFramebuffer),Se.bindFramebuffer(B.DRAW_FRAMEBUFFER,Dt.__webglFramebuffer);for(let pn=0;pn<Ie;pn++)Qi&&(B.framebufferTextureLayer(B.READ_FRAMEBUFFER,B.COLOR_ATTACHMENT0,Ve.get(E).__webglTexture,Z,pt+pn),B.framebufferTextureLayer(B.DRAW_FRAMEBUFFER,B.COLOR_ATTACHMENT0,Ve.get(k).__webglTexture,we,Qt+pn)),B.blitFramebuffer(ze,tt,ze+Pe,tt+Ee,ke,mt,ke+Pe,mt+Ee,B.DEPTH_BUFFER_BIT,B.NEAREST);Se.bindFramebuffer(B.READ_FRAMEBUFFER,null),Se.bindFramebuffer(B.DRAW_FRAMEBUFFER,null)}else if(Z!==0||E.isRenderTargetTexture||Ve.has(E)){let ut=Ve.get(E),nn=Ve.get(k);Se.bindFramebuffer(B.READ_FRAMEBUFFER,U),Se.bindFramebuffer(B.DRAW_FRAMEBUFFER,W);for(let Yn=0;Yn<Ie;Yn++)Qi?B.framebufferTextureLayer(B.READ_FRAMEBUFFER,B.COLOR_ATTACHMENT0,ut.__webglTexture,Z,pt+Yn):B.framebufferTexture2D(B.READ_FRAMEBUFFER,B.COLOR_ATTACHMENT0,B.TEXTURE_2D,ut.__webglTexture,Z),ys?B.framebufferTextureLayer(B.DRAW_FRAMEBUFFER,B.COLOR_ATTACHMENT0,nn.__webglTexture,we,Qt+Yn):B.framebufferTexture2D(B.DRAW_FRAMEBUFFER,B.COLOR_ATTACHMENT0,B.TEXTURE_2D,nn.__webglTexture,we),Z!==0?B.blitFramebuffer(ze,tt,ze+Pe,tt+Ee,ke,mt,ke+Pe,mt+Ee,B.COLOR_BUFFER_BIT,B.NEAREST):ys?B.copyTexSubImage3D(Fe,we,ke,mt,Qt+Yn,ze,tt,Pe,Ee):B.copyTexSubImage2D(Fe,we,ke,mt,ze,tt,Pe,Ee);Se.bindFramebuffer(B.READ_FRAMEBUFFER,null),Se.bindFramebuffer(B.DRAW_FRAMEBUFFER,null)}else ys?E.isDataTexture||E.isData3DTexture?B.texSubImage3D(Fe,we,ke,mt,Qt,Pe,Ee,Ie,Lt,vn,It.data):k.isCompressedArrayTexture?B.compressedTexSubImage3D(Fe,we,ke,mt,Qt,Pe,Ee,Ie,Lt,It.data):B.texSubImage3D(Fe,we,ke,mt,Qt,Pe,Ee,Ie,Lt,vn,It):E.isDataTexture?B.texSubImage2D(B.TEXTURE_2D,we,ke,mt,Pe,Ee,Lt,vn,It.data):E.isCompressedTexture?B.compressedTexSubImage2D(B.TEXTURE_2D,we,ke,mt,It.width,It.height,Lt,It.data):B.texSubImage2D(B.TEXTURE_2D,we,ke,mt,Pe,Ee,Lt,vn,It);Se.pixelStorei(B.UNPACK_ROW_LENGTH,dn),Se.pixelStorei(B.UNPACK_IMAGE_HEIGHT,xt),Se.pixelStorei(B.UNPACK_SKIP_PIXELS,xs),Se.pixelStorei(B.UNPACK_SKIP_ROWS,fn),Se.pixelStorei(B.UNPACK_SKIP_IMAGES,Or),we===0&&k.generateMipmaps===!0&&k.mipmapsAutoUpdate===!0&&B.generateMipmap(Fe),Se.unbindTexture()},this.initRenderTarget=function(E){Ve.get(E).__webglFramebuffer===void 0&&Ye.setupRenderTarget(E)},this.initTexture=function(E){E.isCubeTexture?Ye.setTextureCube(E,0):E.isData3DTexture?Ye.setTexture3D(E,0):E.isDataArrayTexture||E.isCompressedArrayTexture?Ye.setTexture2DArray(E,0):Ye.setTexture2D(E,0),Se.unbindTexture()},this.resetState=function(){Y=0,V=0,le=null,Se.reset(),ve.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return Pi}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=yt._getDrawingBufferColorSpace(e),t.unpackColorSpace=yt._getUnpackColorSpace()}};function Ue(i){let e=document.getElementById(i);if(!e)throw new Error(`The page has no element "${i}".`);return e}function lt(i,e="",...t){let n=document.createElement(i);return e&&(n.className=e),n.append(...t),n}function St(i,e){i.textContent!==e&&(i.textContent=e)}function Th(i,e){try{localStorage.setItem(`reeve.${i}`,e)}catch{}}function Ja(i){try{return localStorage.getItem(`reeve.${i}`)}catch{return null}}var uw=new Set(["N","J","W","Pa","N m","Nm","N\xB7m"]),Dg=[[1e9,"G"],[1e6,"M"],[1e3,"k"],[1,""]],dw=1e-12;function To(i,e=4){if(!Number.isFinite(i))return Number.isNaN(i)?"\u2013":i>0?"\u221E":"\u2212\u221E";let t=Math.abs(i);if(t<dw)return"0";if(t>=1e6||t<.001)return ja(i.toExponential(Math.max(e-2,0)));let n=Math.max(0,e-1-Math.floor(Math.log10(t)));return ja(i.toFixed(n))}function hi(i,e,t=4){return Ng(i,e,n=>To(n,t))}function Ch(i,e){return Ng(i,e,Er)}function Ng(i,e,t){let n=Math.abs(i),[s,r]=uw.has(e)&&Number.isFinite(i)?Dg.find(([o])=>n>=o)??[1,""]:[1,""];return`${t(i/s)} ${r}${e}`.trimEnd()}function Ug(i){let e=Math.abs(i);if(e>=1e10||e<.001&&e>0)return ja(i.toExponential(0));let[t,n]=e>=1e4?Dg.find(([s])=>e>=s):[1,""];return ja(String(Number((i/t).toPrecision(6))))+n}function or(i){return i<.001?`${To(i*1e6,3)} \xB5s`:i<1?`${To(i*1e3,3)} ms`:`${To(i,3)} s`}function Qa(i){return i<.01?`${Er(i*1e3)} mm`:i<1?`${Er(i*100)} cm`:i<1e3?`${Er(i)} m`:`${Er(i/1e3)} km`}function Er(i){return ja(String(Number(i.toPrecision(4))))}function Rh(i){let e=10**Math.floor(Math.log10(i)),t=i/e;return e*(t<1.5?1:t<3.5?2:t<7.5?5:10)}function ja(i){return i.replaceAll("-","\u2212").replace("e+","e")}function Mf(i,e,t){let n=new DataView(new ArrayBuffer(8+t));return n.setUint8(0,i),n.setUint32(4,e,!0),n}function Co(i){return Mf(i,0,0).buffer}function Ar(i,e,t,n){let s=Mf(i,e,8+8*n.length);return s.setUint32(8,t,!0),n.forEach((r,o)=>s.setFloat64(16+8*o,r,!0)),s.buffer}function Fg(i,e,t){let n=Mf(i,e,8*t.length);return t.forEach((s,r)=>n.setFloat64(8+8*r,s,!0)),n.buffer}var _n={shown:i=>Ar(1,0,i,[]),take:()=>Co(2),play:()=>Co(3),pause:()=>Co(4),step:()=>Co(5),reset:()=>Co(6),speed:i=>Fg(7,0,[i]),control:(i,e,t)=>Ar(8,i,e,[t]),grabBody:(i,e,t)=>Ar(9,i,e,t),grabCable:(i,e,t)=>Ar(10,i,e,t),move:i=>Fg(11,0,i),release:()=>Co(12),open:i=>Ar(13,0,i,[]),grabSolid:(i,e,t)=>Ar(15,i,e,t),forces:i=>Ar(14,0,i?1:0,[])};var fw=.1,pw=1500,Ph=class{constructor(e){this.send=e;this.play.onclick=()=>this.togglePlay(),Ue("step").onclick=()=>this.step(),Ue("reset").onclick=()=>this.reset(),this.speed.onchange=()=>{let t=this.speed.value==="max"?1/0:Number(this.speed.value);this.send(_n.speed(t))}}send;play=Ue("play");speed=Ue("speed");factor=Ue("factor");cost=Ue("cost");paused=!1;believeUntil=0;stepLength=0;stepTime=0;last=null;get budget(){return this.stepLength}togglePlay(){this.send(this.paused?_n.play():_n.pause()),this.showPaused(!this.paused),this.believeUntil=performance.now()+pw}step(){this.send(_n.step())}reset(){this.send(_n.reset())}clear(){this.last=null,this.stepLength=this.stepTime=0}enable(e){for(let t of["play","step","reset","speed"])Ue(t).disabled=!e}update(e){this.measure(e),St(Ue("time"),`${e.time.toFixed(2)} s`),e.paused===this.paused&&(this.believeUntil=0),(performance.now()>this.believeUntil&&e.paused!==this.paused||!this.play.dataset.state)&&this.showPaused(e.paused),document.activeElement!==this.speed&&this.showSpeed(e.speedAsked),St(this.factor,e.paused?"paused":`${e.speed.toFixed(2)}\xD7 real time`);let n=!e.paused&&e.speed<.9*Math.min(e.speedAsked,1e9);this.factor.classList.toggle("warn",n&&Number.isFinite(e.speedAsked)),Ue("degraded").hidden=!e.degraded,this.stepTime>0&&this.showCost()}measure(e){let t=this.last;t&&e.steps>t.steps&&(this.stepLength=(e.time-t.time)/(e.steps-t.steps)),t&&e.steps<t.steps&&(this.stepLength=0),e.stepTime>0&&(this.stepTime+=(e.stepTime-this.stepTime)*(this.stepTime>0?fw:1)),this.last=e}showCost(){St(Ue("cost-step"),`${or(this.stepTime)} per step`);let e=this.stepLength/this.stepTime;St(this.cost,e>0?`could go ${e.toFixed(e<10?1:0)}\xD7`:"\u2013")}showPaused(e){this.paused=e,this.play.dataset.state=e?"paused":"playing",this.play.setAttribute("aria-label",e?"Play":"Pause"),St(Ue("play-text"),e?"Play":"Pause")}showSpeed(e){let t=Number(e.toPrecision(4)),n=Number.isFinite(e)?String(t):"max";this.speed.value!==n&&([...this.speed.options].some(s=>s.value===n)||this.speed.add(new Option(`${n}\xD7`,n)),this.speed.value=n)}};var Ih=class{constructor(e,t){this.token=e;this.events=t;this.open()}token;events;socket=null;pause=300;opened=!1;get connected(){return this.socket?.readyState===WebSocket.OPEN}send(e){this.connected&&this.socket.send(e)}open(){let e=`ws://${location.host}/socket?token=${encodeURIComponent(this.token)}&draws=1`,t=new WebSocket(e,"reeve.v1");t.binaryType="arraybuffer",this.opened=!1,t.onopen=()=>{this.opened=!0,this.events.opened()},t.onmessage=n=>this.receive(n.data),t.onclose=n=>this.retry(n.reason),this.socket=t}receive(e){this.pause=300,typeof e=="string"?this.events.text(JSON.parse(e)):this.events.binary(e)}async retry(e){if(this.socket=null,this.events.closed(e),!this.opened&&await this.isForbidden())return this.events.refused();setTimeout(()=>this.open(),this.pause),this.pause=Math.min(this.pause*2,5e3)}async isForbidden(){try{return(await fetch(`/?token=${encodeURIComponent(this.token)}`,{method:"HEAD",cache:"no-store",signal:AbortSignal.timeout(5e3)})).status===403}catch{return!1}}};function Lh(i){let e={" ":"space",arrowup:"up",arrowdown:"down",arrowleft:"left",arrowright:"right"},t=i.key.toLowerCase();return e[t]??t}var mw={space:"Space",up:"\u2191",down:"\u2193",left:"\u2190",right:"\u2192",escape:"Esc",enter:"Enter",home:"Home",shift:"Shift",control:"Ctrl",tab:"Tab"};function wf(i){return mw[i]??i.toUpperCase()}var Dh=class{constructor(e){this.table=e;addEventListener("keydown",t=>this.press(t)),addEventListener("keyup",t=>this.lift(t)),addEventListener("blur",()=>this.letGo()),document.addEventListener("visibilitychange",()=>{document.hidden&&this.letGo()})}table;down=new Set;letGo(){for(let e of this.down)this.table.control(e,!1);this.down.clear()}press(e){if(e.ctrlKey||e.metaKey||e.altKey||_w(e))return;let t=Lh(e);if(e.target instanceof HTMLCanvasElement&&this.table.view(t,e.shiftKey))return e.preventDefault();!e.repeat&&!this.down.has(t)&&this.table.control(t,!0)&&this.down.add(t),this.down.has(t)?e.preventDefault():t in this.table.page&&(e.preventDefault(),(!e.repeat||t===".")&&this.table.page[t]())}lift(e){let t=Lh(e);this.down.delete(t)&&this.table.control(t,!1)}},gw=["up","down","left","right","home","end","pageup","pagedown"];function Ef(i){return gw.includes(Lh(i))}function _w(i){let e=i.target,t=Lh(i);return document.querySelector("dialog[open]")?!0:e instanceof HTMLSelectElement?t!=="escape":e instanceof HTMLInputElement&&e.type==="range"?Ef(i):(e instanceof HTMLButtonElement||e.tagName==="SUMMARY"||e instanceof HTMLInputElement&&e.type==="checkbox")&&(t==="space"||t==="enter")}var Nh=100,Uh=class{constructor(e){this.send=e}send;list=Ue("controls");rows=[];scene=0;build({scene:e,controls:t}){this.scene=e,this.list.replaceChildren(),this.rows=t.map((n,s)=>this.makeRow(n,s)),Ue("controls-section").hidden=t.length===0}enable(e){for(let{slider:t,hold:n,buttons:s}of this.rows)for(let r of[t,n,...s])r.disabled=!e;if(!e)for(let t of this.rows)this.forget(t)}uses(e){return this.rows.some(({control:t})=>t.keys.includes(e))}press(e,t){for(let[n,s]of this.rows.entries()){let r=s.control.keys.indexOf(e);r<0||s.slider.disabled||this.hold(n,`key ${e}`,t?Bg(s.control,r):0)}return this.uses(e)}letGo(){this.rows.forEach((e,t)=>{this.forget(e),this.update(t)})}forget(e){e.pressed.clear(),e.hold.checked=!1,e.slider.value="0",Af(e,0)}makeRow(e,t){let n=lt("input");n.type="range",n.min=e.keys.length>1?String(-Nh):"0",n.max=String(Nh),n.value="0",n.dataset.control=String(t),n.setAttribute("aria-label",e.label);let s=lt("input");s.type="checkbox";let r=lt("output","control-value"),o=e.keys.map((h,d)=>this.makeButton(t,e,d)),a={control:e,slider:n,hold:s,value:r,buttons:o,pressed:new Map,sent:0};this.wireSlider(a,t),Af(a,0);let[l,c]=o;return this.list.append(lt("div","control",lt("div","control-head",lt("span","control-label",e.label),r,lt("label","control-hold",s,"hold")),lt("div","control-move",...c?[l,n,c]:[n,l]))),a}makeButton(e,t,n){let s=t.keys[n],r=Bg(t,n),o=lt("button","key",wf(s));o.dataset.control=String(e),o.dataset.position=String(r);let a=hi(t.range[r<0?0:1],t.unit,3);o.title=`${t.label}: ${a} while pressed (key ${wf(s)}). Ends the script for it, until the reset.`,o.setAttribute("aria-label",o.title);let l=`button ${n}`;return o.onpointerdown=c=>{o.setPointerCapture(c.pointerId),this.hold(e,l,r)},o.onpointerup=o.onpointercancel=()=>this.hold(e,l,0),o.onkeydown=c=>{Og(c)&&this.hold(e,l,r)},o.onkeyup=c=>{Og(c)&&this.hold(e,l,0)},o.onblur=()=>this.hold(e,l,0),o}wireSlider(e,t){let{slider:n,hold:s}=e,r=!1,o=()=>{r=!1,s.checked||(n.value="0"),this.update(t)};n.oninput=()=>this.update(t),n.onkeydown=a=>{r||=Ef(a)},n.onkeyup=()=>{r&&o()},n.onblur=o,n.onchange=()=>{r||n.blur()},n.ondblclick=()=>{n.value="0",this.update(t)},s.onchange=()=>{s.checked||(n.value="0"),this.update(t)}}hold(e,t,n){let{pressed:s,hold:r,slider:o}=this.rows[e],a=s.get(t);n===0&&a!==void 0&&r.checked&&(o.value=String(Nh*a)),s.delete(t),n!==0&&s.set(t,n),this.update(e)}update(e){let t=this.rows[e],s=[...t.pressed.values()].pop()??Number(t.slider.value)/Nh;s!==t.sent&&(t.sent=s,Af(t,s),this.send(_n.control(this.scene,e,s)))}};function Og(i){return i.key===" "||i.key==="Enter"}function Bg(i,e){return i.keys.length>1&&e===0?-1:1}function xw({range:i,unit:e,released:t},n){let[s,r]=[i[n<0?0:1],Math.abs(n)];return t===null&&r<1?`${Math.round(100*r)} % of the way to ${hi(s,e,3)}`:hi((t??s)+r*(s-(t??s)),e,3)}function Af(i,e){let{control:t,value:n,buttons:s}=i;St(n,e===0?"released":xw(t,e)),n.classList.toggle("active",e!==0);for(let r of s)r.classList.toggle("down",Number(r.dataset.position)===e)}var yw=["bodies","geometries","wheels","cables","stages","numbers","controls","gallery"];function kg(i){for(let s of yw)if(!Array.isArray(i[s]))throw new Error(`The description has no list "${s}".`);if(typeof i.scene!="number")throw new Error("The description has no number.");if(typeof i.camera!="object")throw new Error("The description has no camera.");let{joints:e=[],solids:t=[],marks:n=[]}=i;return{...i,joints:e,solids:t,marks:n}}var vw=["plain","tension","twist"],Fh=class{coloring=Ue("colour");forces=Ue("forces");contacts=Ue("contacts");edges=Ue("edges");scale=Ue("scale");constructor(e){this.coloring.onchange=this.forces.onchange=this.contacts.onchange=e,this.edges.onchange=e}get wantsForces(){return this.forces.checked||this.contacts.checked}apply(e){let t=this.coloring.value;e.cables.coloring=vw.includes(t)?t:"tension",e.glyphs.showForces=this.forces.checked,e.glyphs.showContacts=this.contacts.checked,e.solids.showEdges=this.edges.checked,this.edges.parentElement.hidden=e.description.solids.length===0}showScale(e,t){let n=[`grid ${Qa(t)}`],{showForces:s,showContacts:r,newtonsPerMetre:o}=e.glyphs,a=Ch(o*t,"N");(s||r)&&o>0&&n.push(`arrows ${Qa(t)} = ${a}`),St(this.scale,n.join(" \xB7 "))}};var el=["pairs","points","clusters","iterations","unsettled","residual","impacts","motionsCut","asleep"],tl=["kinetic","gravitational","elastic","work","total"];function zg(i,e){if(i.byteLength<48)throw new Error(`A frame of ${i.byteLength} bytes came: too short to be one.`);let t=new DataView(i);if(t.getUint32(0,!0)!==826693202)throw new Error("A message came that is no frame: its first bytes are not RVF1.");let n=t.getUint32(12,!0),s={number:t.getUint32(4,!0),scene:t.getUint32(8,!0),paused:(n&1)!==0,degraded:(n&2)!==0,time:t.getFloat64(16,!0),steps:t.getFloat64(24,!0),speedAsked:t.getFloat32(32,!0),speed:t.getFloat32(36,!0),stepTime:t.getFloat32(40,!0),bodies:new Float32Array(0),wheelAngles:new Float32Array(0),pointCounts:new Uint32Array(0),runs:[],points:new Float32Array(0),across:new Float32Array(0),solids:new Float32Array(0),marks:new Float32Array(0),forces:new Float32Array(0),forceKinds:new Uint32Array(0),numbers:new Float64Array(0),energies:new Float64Array(0),profile:new Float32Array(0),hand:null,contacts:new Float32Array(0),contactKinds:new Uint32Array(0),asleep:new Uint8Array(0),report:new Float64Array(0)};return s.scene===e.scene&&bw(s,t,e),s}function bw(i,e,t){let n=e.getUint32(44,!0),s=48;for(let r=0;r<n;r++){if(s+8>e.byteLength)throw new Error("A frame ends in the middle of a section.");let o=e.getUint32(s,!0),a=e.getUint32(s+4,!0);if(s+=8,s+a>e.byteLength)throw new Error(`Section ${o} of a frame says ${a} bytes but fewer are there.`);Sw(i,o,{buffer:e.buffer,at:s,bytes:a},t),s+=Math.ceil(a/8)*8}}function Sw(i,e,t,n){switch(e){case 1:i.bodies=Ds(t,"bodies",n.bodies.length*7);break;case 2:i.wheelAngles=Ds(t,"wheels",n.wheels.length);break;case 3:Mw(i,t,n.cables.length);break;case 4:i.forces=Ds(t,"forces",null,7),i.forceKinds=new Uint32Array(t.buffer,t.at,t.bytes/4);break;case 5:i.numbers=Tf(t,"numbers",n.numbers.length);break;case 6:i.energies=Tf(t,"energies",tl.length);break;case 7:i.profile=Ds(t,"profile",n.stages.length);break;case 8:i.hand=Ds(t,"hand",9);break;case 9:i.contacts=Ds(t,"contacts",null,11),i.contactKinds=new Uint32Array(t.buffer,t.at,t.bytes/4);break;case 10:Oh(t,"sleeping bodies",n.bodies.length,1),i.asleep=new Uint8Array(t.buffer,t.at,t.bytes);break;case 11:i.report=Tf(t,"report",el.length);break;case 12:i.across=Ds(t,"stripes",n.cables.length*3);break;case 13:i.solids=Ds(t,"solids",n.solids.reduce((s,{vertices:r})=>s+3*r,0));break;case 14:i.marks=Ds(t,"marks",n.marks.length*8);break;default:break}}function Ds(i,e,t,n=1){return Oh(i,e,t===null?null:t*4,n*4),new Float32Array(i.buffer,i.at,i.bytes/4)}function Tf(i,e,t){return Oh(i,e,t*8,8),new Float64Array(i.buffer,i.at,t)}function Oh(i,e,t,n){if(!(t===null?i.bytes%n===0:i.bytes===t))throw new Error(`The ${e} of a frame have ${i.bytes} bytes, not ${t??`a multiple of ${n}`}.`)}function Mw(i,e,t){if(e.bytes<4*t)throw new Error("The cables of a frame lack their counts.");i.pointCounts=new Uint32Array(e.buffer,e.at,t);let n=i.pointCounts.reduce((s,r)=>s+r,0);Oh(e,"cables",4*t+24*n,4),i.points=new Float32Array(e.buffer,e.at+4*t,6*n),i.runs=ww(i.pointCounts,i.points)}function ww(i,e){let t=[],n=0;return i.forEach((s,r)=>{let o=n+s;for(let a=n;n<=o;n++)n<o&&Number.isFinite(e[n*6])||(n-a>1&&t.push({cable:r,first:a,count:n-a}),a=n+1);n=o}),t}var Bh=class{constructor(e,t){this.token=e;this.open=t;this.button.onclick=()=>this.show(),this.close.onclick=()=>this.page.close(),this.page.oncancel=n=>{this.close.hidden&&n.preventDefault()}}token;open;page=Ue("gallery");list=Ue("gallery-list");button=Ue("gallery-open");close=Ue("gallery-close");error=Ue("gallery-error");shown="";build({gallery:e,current:t,bodies:n}){this.button.hidden=e.length===0;let s=JSON.stringify(e);s!==this.shown&&(this.list.replaceChildren(...e.map((r,o)=>this.item(r,o))),this.shown=s),[...this.list.children].forEach((r,o)=>{o===t?r.setAttribute("aria-current","true"):r.removeAttribute("aria-current")}),this.close.hidden=t<0&&n.length===0,this.close.hidden&&e.length>0&&this.show()}enable(e){for(let t of this.list.children)t.disabled=!e}say(e){this.error.textContent=e,this.error.hidden=e===""}complain(e){this.say(e),e!==""&&this.show(),this.error.scrollIntoView({block:"nearest"})}show(){this.page.open||this.page.showModal()}item({title:e,look:t,name:n},s){let r=lt("img");r.alt="",r.loading="lazy",r.src=`thumbnail/${s}.png?token=${encodeURIComponent(this.token)}`,r.onerror=()=>r.classList.add("missing");let o=lt("button","scene-card",r,lt("span","scene-text",lt("strong","",e||n),lt("span","",t)));return o.dataset.scene=String(s),o.onclick=()=>{this.page.close(),this.complain(""),this.open(s,e||n)},o}};var Ew="http://www.w3.org/2000/svg",kh=24,Gg=[{name:"x",along:new P(1,0,0),color:"var(--axis-x)"},{name:"y",along:new P(0,1,0),color:"var(--axis-y)"},{name:"z",along:new P(0,0,1),color:"var(--axis-z)"}];function Vg(i,e,t){let n=document.createElementNS(Ew,e);for(let[s,r]of Object.entries(t))n.setAttribute(s,r);return i.append(n),n}var zh=class{constructor(e){this.svg=e;this.arms=Gg.map(({name:t,color:n})=>{let s=Vg(e,"line",{stroke:n,"stroke-width":"2.5","stroke-linecap":"round"}),r=Vg(e,"text",{fill:n});return r.textContent=t,{line:s,label:r}})}svg;arms;draw(e){let t=[];Gg.forEach(({along:n},s)=>{let r=n.clone().transformDirection(e.matrixWorldInverse),{line:o,label:a}=this.arms[s];o.setAttribute("x2",(kh*r.x).toFixed(1)),o.setAttribute("y2",(-kh*r.y).toFixed(1)),a.setAttribute("x",(1.38*kh*r.x).toFixed(1)),a.setAttribute("y",(-1.38*kh*r.y).toFixed(1)),t.push({depth:r.z,arm:s})}),t.sort((n,s)=>n.depth-s.depth);for(let{arm:n}of t)this.svg.append(this.arms[n].line,this.arms[n].label)}};Re.line={worldUnits:{value:1},linewidth:{value:1},resolution:{value:new Ge},dashOffset:{value:0},dashScale:{value:1},dashSize:{value:1},gapSize:{value:1}};ii.line={uniforms:qa.merge([Re.common,Re.fog,Re.line]),vertexShader:`
		#include <common>
		#include <color_pars_vertex>
		#include <fog_pars_vertex>
		#include <logdepthbuf_pars_vertex>
		#include <clipping_planes_pars_vertex>

		uniform float linewidth;
		uniform vec2 resolution;

		attribute vec3 instanceStart;
		attribute vec3 instanceEnd;

		attribute vec3 instanceColorStart;
		attribute vec3 instanceColorEnd;

		#ifdef WORLD_UNITS

			varying vec4 worldPos;
			varying vec3 worldStart;
			varying vec3 worldEnd;

			#ifdef USE_DASH

				varying vec2 vUv;

			#endif

		#else

			varying vec2 vUv;

		#endif

		#ifdef USE_DASH

			uniform float dashScale;
			attribute float instanceDistanceStart;
			attribute float instanceDistanceEnd;
			varying float vLineDistance;

		#endif

		float trimSegmentAlpha( const in vec4 start, const in vec4 end ) {

			// compute the interpolation factor needed to trim the segment so it terminates
			// between the camera plane and the near plane

			// conservative estimate of the near plane
			float a = projectionMatrix[ 2 ][ 2 ]; // 3nd entry in 3th column
			float b = projectionMatrix[ 3 ][ 2 ]; // 3nd entry in 4th column

			// we need different nearEstimate formula for reversed and default depth buffer
			// a is positive with a reversed depth buffer so it can be used for controlling the code flow
			float nearEstimate = ( a > 0.0 ) ? ( - b / ( a + 1.0 ) ) : ( - 0.5 * b / a );

			return ( nearEstimate - start.z ) / ( end.z - start.z );

		}

		void main() {

			#ifdef USE_COLOR

				vColor.xyz = ( position.y < 0.5 ) ? instanceColorStart : instanceColorEnd;

			#endif

			float aspect = resolution.x / resolution.y;

			// camera space
			vec4 start = modelViewMatrix * vec4( instanceStart, 1.0 );
			vec4 end = modelViewMatrix * vec4( instanceEnd, 1.0 );

			#ifdef USE_DASH

				float lineDistanceStart = dashScale * instanceDistanceStart;
				float lineDistanceEnd = dashScale * instanceDistanceEnd;

			#endif

			#ifdef WORLD_UNITS

				worldStart = start.xyz;
				worldEnd = end.xyz;

			#else

				vUv = uv;

			#endif

			// special case for perspective projection, and segments that terminate either in, or behind, the camera plane
			// clearly the gpu firmware has a way of addressing this issue when projecting into ndc space
			// but we need to perform ndc-space calculations in the shader, so we must address this issue directly
			// perhaps there is a more elegant solution -- WestLangley

			bool perspective = ( projectionMatrix[ 2 ][ 3 ] == - 1.0 ); // 4th entry in the 3rd column

			if ( perspective ) {

				if ( start.z < 0.0 && end.z >= 0.0 ) {

					float alpha = trimSegmentAlpha( start, end );
					end.xyz = mix( start.xyz, end.xyz, alpha );

					#ifdef USE_DASH

						lineDistanceEnd = mix( lineDistanceStart, lineDistanceEnd, alpha );

					#endif

				} else if ( end.z < 0.0 && start.z >= 0.0 ) {

					float alpha = trimSegmentAlpha( end, start );
					start.xyz = mix( end.xyz, start.xyz, alpha );

					#ifdef USE_DASH

						lineDistanceStart = mix( lineDistanceEnd, lineDistanceStart, alpha );

					#endif

				}

			}

			#ifdef USE_DASH

				vLineDistance = ( position.y < 0.5 ) ? lineDistanceStart : lineDistanceEnd;
				vUv = uv;

			#endif

			// clip space
			vec4 clipStart = projectionMatrix * start;
			vec4 clipEnd = projectionMatrix * end;

			// ndc space
			vec3 ndcStart = clipStart.xyz / clipStart.w;
			vec3 ndcEnd = clipEnd.xyz / clipEnd.w;

			// direction
			vec2 dir = ndcEnd.xy - ndcStart.xy;

			// account for clip-space aspect ratio
			dir.x *= aspect;
			dir = normalize( dir );

			#ifdef WORLD_UNITS

				vec3 worldDir = normalize( end.xyz - start.xyz );
				vec3 tmpFwd = perspective ? normalize( mix( start.xyz, end.xyz, 0.5 ) ) : vec3( 0.0, 0.0, - 1.0 );
				vec3 worldUp = normalize( cross( worldDir, tmpFwd ) );
				vec3 worldFwd = cross( worldDir, worldUp );
				worldPos = position.y < 0.5 ? start: end;

				// height offset
				float hw = linewidth * 0.5;
				worldPos.xyz += position.x < 0.0 ? hw * worldUp : - hw * worldUp;

				// don't extend the line if we're rendering dashes because we
				// won't be rendering the endcaps
				#ifndef USE_DASH

					// cap extension
					worldPos.xyz += position.y < 0.5 ? - hw * worldDir : hw * worldDir;

					// add width to the box
					worldPos.xyz += worldFwd * hw;

					// endcaps
					if ( position.y > 1.0 || position.y < 0.0 ) {

						worldPos.xyz -= worldFwd * 2.0 * hw;

					}

				#endif

				// project the worldpos
				vec4 clip = projectionMatrix * worldPos;

				// shift the depth of the projected points so the line
				// segments overlap neatly
				vec3 clipPose = ( position.y < 0.5 ) ? ndcStart : ndcEnd;

				// only shift the depth of vertices in front of the camera (#35137)
				if ( clip.w > 0.0 ) clip.z = clipPose.z * clip.w;

			#else

				vec2 offset = vec2( dir.y, - dir.x );
				// undo aspect ratio adjustment
				dir.x /= aspect;
				offset.x /= aspect;

				// sign flip
				if ( position.x < 0.0 ) offset *= - 1.0;

				// endcaps
				if ( position.y < 0.0 ) {

					offset += - dir;

				} else if ( position.y > 1.0 ) {

					offset += dir;

				}

				// adjust for linewidth
				offset *= linewidth;

				// adjust for clip-space to screen-space conversion // maybe resolution should be based on viewport ...
				offset /= resolution.y;

				// select end
				vec4 clip = ( position.y < 0.5 ) ? clipStart : clipEnd;

				// back to clip space
				offset *= clip.w;

				clip.xy += offset;

			#endif

			gl_Position = clip;

			vec4 mvPosition = ( position.y < 0.5 ) ? start : end; // this is an approximation

			#include <logdepthbuf_vertex>
			#include <clipping_planes_vertex>
			#include <fog_vertex>

		}
		`,fragmentShader:`
		uniform vec3 diffuse;
		uniform float opacity;
		uniform float linewidth;

		#ifdef USE_DASH

			uniform float dashOffset;
			uniform float dashSize;
			uniform float gapSize;

		#endif

		varying float vLineDistance;

		#ifdef WORLD_UNITS

			varying vec4 worldPos;
			varying vec3 worldStart;
			varying vec3 worldEnd;

			#ifdef USE_DASH

				varying vec2 vUv;

			#endif

		#else

			varying vec2 vUv;

		#endif

		#include <common>
		#include <color_pars_fragment>
		#include <fog_pars_fragment>
		#include <logdepthbuf_pars_fragment>
		#include <clipping_planes_pars_fragment>

		vec2 closestLineToLine(vec3 p1, vec3 p2, vec3 p3, vec3 p4) {

			float mua;
			float mub;

			vec3 p13 = p1 - p3;
			vec3 p43 = p4 - p3;

			vec3 p21 = p2 - p1;

			float d1343 = dot( p13, p43 );
			float d4321 = dot( p43, p21 );
			float d1321 = dot( p13, p21 );
			float d4343 = dot( p43, p43 );
			float d2121 = dot( p21, p21 );

			float denom = d2121 * d4343 - d4321 * d4321;

			float numer = d1343 * d4321 - d1321 * d4343;

			mua = numer / denom;
			mua = clamp( mua, 0.0, 1.0 );
			mub = ( d1343 + d4321 * ( mua ) ) / d4343;
			mub = clamp( mub, 0.0, 1.0 );

			return vec2( mua, mub );

		}

		void main() {

			float alpha = opacity;
			vec4 diffuseColor = vec4( diffuse, alpha );

			#include <clipping_planes_fragment>

			#ifdef USE_DASH

				if ( vUv.y < - 1.0 || vUv.y > 1.0 ) discard; // discard endcaps

				if ( mod( vLineDistance + dashOffset, dashSize + gapSize ) > dashSize ) discard; // todo - FIX

			#endif

			#ifdef WORLD_UNITS

				float len;

				if ( isOrthographic ) {

					// View rays are parallel to the z axis so the distance reduces to camera-space XY
					vec2 lineDir = worldEnd.xy - worldStart.xy;
					float t = clamp( dot( worldPos.xy - worldStart.xy, lineDir ) / dot( lineDir, lineDir ), 0.0, 1.0 );
					len = length( worldStart.xy + lineDir * t - worldPos.xy );

				} else {

					// Find the closest points on the view ray and the line segment
					vec3 rayEnd = normalize( worldPos.xyz ) * 1e5;
					vec3 lineDir = worldEnd - worldStart;
					vec2 params = closestLineToLine( worldStart, worldEnd, vec3( 0.0, 0.0, 0.0 ), rayEnd );

					vec3 p1 = worldStart + lineDir * params.x;
					vec3 p2 = rayEnd * params.y;
					vec3 delta = p1 - p2;
					len = length( delta );

				}

				float norm = len / linewidth;

				#ifndef USE_DASH

					#ifdef USE_ALPHA_TO_COVERAGE

						float dnorm = fwidth( norm );
						alpha = 1.0 - smoothstep( 0.5 - dnorm, 0.5 + dnorm, norm );

					#else

						if ( norm > 0.5 ) {

							discard;

						}

					#endif

				#endif

			#else

				#ifdef USE_ALPHA_TO_COVERAGE

					// artifacts appear on some hardware if a derivative is taken within a conditional
					float a = vUv.x;
					float b = ( vUv.y > 0.0 ) ? vUv.y - 1.0 : vUv.y + 1.0;
					float len2 = a * a + b * b;
					float dlen = fwidth( len2 );

					if ( abs( vUv.y ) > 1.0 ) {

						alpha = 1.0 - smoothstep( 1.0 - dlen, 1.0 + dlen, len2 );

					}

				#else

					if ( abs( vUv.y ) > 1.0 ) {

						float a = vUv.x;
						float b = ( vUv.y > 0.0 ) ? vUv.y - 1.0 : vUv.y + 1.0;
						float len2 = a * a + b * b;

						if ( len2 > 1.0 ) discard;

					}

				#endif

			#endif

			#include <logdepthbuf_fragment>
			#include <color_fragment>

			gl_FragColor = vec4( diffuseColor.rgb, alpha );

			#include <tonemapping_fragment>
			#include <colorspace_fragment>
			#include <fog_fragment>
			#include <premultiplied_alpha_fragment>

		}
		`};var Ro=class extends ai{constructor(e){super({type:"LineMaterial",uniforms:qa.clone(ii.line.uniforms),vertexShader:ii.line.vertexShader,fragmentShader:ii.line.fragmentShader,clipping:!0}),this.isLineMaterial=!0,this.setValues(e)}get color(){return this.uniforms.diffuse.value}set color(e){this.uniforms.diffuse.value=e}get worldUnits(){return"WORLD_UNITS"in this.defines}set worldUnits(e){e===!0!==this.worldUnits&&(this.needsUpdate=!0),e===!0?this.defines.WORLD_UNITS="":delete this.defines.WORLD_UNITS}get linewidth(){return this.uniforms.linewidth.value}set linewidth(e){this.uniforms.linewidth&&(this.uniforms.linewidth.value=e)}get dashed(){return"USE_DASH"in this.defines}set dashed(e){e===!0!==this.dashed&&(this.needsUpdate=!0),e===!0?this.defines.USE_DASH="":delete this.defines.USE_DASH}get dashScale(){return this.uniforms.dashScale.value}set dashScale(e){this.uniforms.dashScale.value=e}get dashSize(){return this.uniforms.dashSize.value}set dashSize(e){this.uniforms.dashSize.value=e}get dashOffset(){return this.uniforms.dashOffset.value}set dashOffset(e){this.uniforms.dashOffset.value=e}get gapSize(){return this.uniforms.gapSize.value}set gapSize(e){this.uniforms.gapSize.value=e}get opacity(){return this.uniforms.opacity.value}set opacity(e){this.uniforms&&(this.uniforms.opacity.value=e)}get resolution(){return this.uniforms.resolution.value}set resolution(e){this.uniforms.resolution.value.copy(e)}get alphaToCoverage(){return"USE_ALPHA_TO_COVERAGE"in this.defines}set alphaToCoverage(e){this.defines&&(e===!0!==this.alphaToCoverage&&(this.needsUpdate=!0),e===!0?this.defines.USE_ALPHA_TO_COVERAGE="":delete this.defines.USE_ALPHA_TO_COVERAGE)}};var Hg=new ln,Gh=new P,Po=class extends La{constructor(){super(),this.isLineSegmentsGeometry=!0,this.type="LineSegmentsGeometry";let e=[-1,2,0,1,2,0,-1,1,0,1,1,0,-1,0,0,1,0,0,-1,-1,0,1,-1,0],t=[-1,2,1,2,-1,1,1,1,-1,-1,1,-1,-1,-2,1,-2],n=[0,2,1,2,3,1,2,4,3,4,5,3,4,6,5,6,7,5];this.setIndex(n),this.setAttribute("position",new gt(e,3)),this.setAttribute("uv",new gt(t,2))}applyMatrix4(e){let t=this.attributes.instanceStart,n=this.attributes.instanceEnd;return t!==void 0&&(t.applyMatrix4(e),n.applyMatrix4(e),t.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this}setPositions(e){let t;e instanceof Float32Array?t=e:Array.isArray(e)&&(t=new Float32Array(e));let n=new ls(t,6,1);return this.setAttribute("instanceStart",new ei(n,3,0)),this.setAttribute("instanceEnd",new ei(n,3,3)),this.instanceCount=this.attributes.instanceStart.count,this.computeBoundingBox(),this.computeBoundingSphere(),this}setColors(e){let t;e instanceof Float32Array?t=e:Array.isArray(e)&&(t=new Float32Array(e));let n=new ls(t,6,1);return this.setAttribute("instanceColorStart",new ei(n,3,0)),this.setAttribute("instanceColorEnd",new ei(n,3,3)),this}fromWireframeGeometry(e){return this.setPositions(e.attributes.position.array),this}fromEdgesGeometry(e){return this.setPositions(e.attributes.position.array),this}fromMesh(e){return this.fromWireframeGeometry(new wa(e.geometry)),this}fromLineSegments(e){let t=e.geometry;return this.setPositions(t.attributes.position.array),this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new ln);let e=this.attributes.instanceStart,t=this.attributes.instanceEnd;e!==void 0&&t!==void 0&&(this.boundingBox.setFromBufferAttribute(e),Hg.setFromBufferAttribute(t),this.boundingBox.union(Hg))}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Dn),this.boundingBox===null&&this.computeBoundingBox();let e=this.attributes.instanceStart,t=this.attributes.instanceEnd;if(e!==void 0&&t!==void 0){let n=this.boundingSphere.center;this.boundingBox.getCenter(n);let s=0;for(let r=0,o=e.count;r<o;r++)Gh.fromBufferAttribute(e,r),s=Math.max(s,n.distanceToSquared(Gh)),Gh.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(Gh));this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&console.error("THREE.LineSegmentsGeometry.computeBoundingSphere(): Computed radius is NaN. The instanced position data is likely to have NaN values.",this)}}toJSON(){}};var Cf=new Rt,Wg=new P,Xg=new P,Bn=new Rt,kn=new Rt,us=new Rt,Rf=new P,Pf=new Ke,zn=new Na,qg=new P,Vh=new ln,Hh=new Dn,ds=new Rt,fs,Tr;function Yg(i,e,t){return ds.set(0,0,-e,1).applyMatrix4(i.projectionMatrix),ds.multiplyScalar(1/ds.w),ds.x=Tr/t.width,ds.y=Tr/t.height,ds.applyMatrix4(i.projectionMatrixInverse),ds.multiplyScalar(1/ds.w),Math.abs(Math.max(ds.x,ds.y))}function Aw(i,e){let t=i.matrixWorld,n=i.geometry,s=n.attributes.instanceStart,r=n.attributes.instanceEnd,o=Math.min(n.instanceCount,s.count);for(let a=0,l=o;a<l;a++){zn.start.fromBufferAttribute(s,a),zn.end.fromBufferAttribute(r,a),zn.applyMatrix4(t);let c=new P,h=new P;fs.distanceSqToSegment(zn.start,zn.end,h,c),h.distanceTo(c)<Tr*.5&&e.push({point:h,pointOnLine:c,distance:fs.origin.distanceTo(h),object:i,face:null,faceIndex:a,uv:null,uv1:null})}}function Tw(i,e,t){let n=e.projectionMatrix,r=i.material.resolution,o=i.matrixWorld,a=i.geometry,l=a.attributes.instanceStart,c=a.attributes.instanceEnd,h=Math.min(a.instanceCount,l.count),d=-e.near;fs.at(1,us),us.w=1,us.applyMatrix4(e.matrixWorldInverse),us.applyMatrix4(n),us.multiplyScalar(1/us.w),us.x*=r.x/2,us.y*=r.y/2,us.z=0,Rf.copy(us),Pf.multiplyMatrices(e.matrixWorldInverse,o);for(let u=0,f=h;u<f;u++){if(Bn.fromBufferAttribute(l,u),kn.fromBufferAttribute(c,u),Bn.w=1,kn.w=1,Bn.applyMatrix4(Pf),kn.applyMatrix4(Pf),Bn.z>d&&kn.z>d)continue;if(Bn.z>d){let T=Bn.z-kn.z,b=(Bn.z-d)/T;Bn.lerp(kn,b)}else if(kn.z>d){let T=kn.z-Bn.z,b=(kn.z-d)/T;kn.lerp(Bn,b)}Bn.applyMatrix4(n),kn.applyMatrix4(n),Bn.multiplyScalar(1/Bn.w),kn.multiplyScalar(1/kn.w),Bn.x*=r.x/2,Bn.y*=r.y/2,kn.x*=r.x/2,kn.y*=r.y/2,zn.start.copy(Bn),zn.start.z=0,zn.end.copy(kn),zn.end.z=0;let v=zn.closestPointToPointParameter(Rf,!0);zn.at(v,qg);let m=Li.lerp(Bn.z,kn.z,v),p=m>=-1&&m<=1,_=Rf.distanceTo(qg)<Tr*.5;if(p&&_){zn.start.fromBufferAttribute(l,u),zn.end.fromBufferAttribute(c,u),zn.start.applyMatrix4(o),zn.end.applyMatrix4(o);let T=new P,b=new P;fs.distanceSqToSegment(zn.start,zn.end,b,T),t.push({point:b,pointOnLine:T,distance:fs.origin.distanceTo(b),object:i,face:null,faceIndex:u,uv:null,uv1:null})}}}var Wh=class extends Bt{constructor(e=new Po,t=new Ro({color:Math.random()*16777215})){super(e,t),this.isLineSegments2=!0,this.type="LineSegments2"}computeLineDistances(){let e=this.geometry,t=e.attributes.instanceStart,n=e.attributes.instanceEnd,s=new Float32Array(2*t.count);for(let o=0,a=0,l=t.count;o<l;o++,a+=2)Wg.fromBufferAttribute(t,o),Xg.fromBufferAttribute(n,o),s[a]=a===0?0:s[a-1],s[a+1]=s[a]+Wg.distanceTo(Xg);let r=new ls(s,2,1);return e.setAttribute("instanceDistanceStart",new ei(r,1,0)),e.setAttribute("instanceDistanceEnd",new ei(r,1,1)),this}raycast(e,t){let n=this.material.worldUnits,s=e.camera;if(s===null&&!n&&console.error('LineSegments2: "Raycaster.camera" needs to be set in order to raycast against LineSegments2 while worldUnits is set to false.'),n===!1&&(this.material.resolution.x===0||this.material.resolution.y===0))return;let r=e.params.Line2!==void 0&&e.params.Line2.threshold||0;fs=e.ray;let o=this.matrixWorld,a=this.geometry,l=this.material;Tr=l.linewidth+r,a.boundingSphere===null&&a.computeBoundingSphere(),Hh.copy(a.boundingSphere).applyMatrix4(o);let c;if(n)c=Tr*.5;else{let d=Math.max(s.near,Hh.distanceToPoint(fs.origin));c=Yg(s,d,l.resolution)}if(Hh.radius+=c,fs.intersectsSphere(Hh)===!1)return;a.boundingBox===null&&a.computeBoundingBox(),Vh.copy(a.boundingBox).applyMatrix4(o);let h;if(n)h=Tr*.5;else{let d=Math.max(s.near,Vh.distanceToPoint(fs.origin));h=Yg(s,d,l.resolution)}Vh.expandByScalar(h),fs.intersectsBox(Vh)!==!1&&(n?Aw(this,t):Tw(this,s,t))}onBeforeRender(e){let t=this.material.uniforms;t&&t.resolution&&(e.getViewport(Cf),this.material.uniforms.resolution.value.set(Cf.z,Cf.w))}};var Cw=60,Rw=1.5,ps=class{line;geometry=new Po;material;capacity=0;ends;colors;constructor(e){this.material=new Ro({linewidth:e,vertexColors:!0,polygonOffset:!0,polygonOffsetFactor:0,polygonOffsetUnits:-Cw}),this.reserve(16),this.line=new Wh(this.geometry,this.material),this.line.frustumCulled=!1;let t=this.line.onBeforeRender;this.line.onBeforeRender=(n,...s)=>{t.call(this.line,n,...s),this.material.linewidth=Math.max(e,Rw/n.getPixelRatio())}}begin(e){return e>this.capacity&&this.reserve(Math.ceil(e*1.25)),this.geometry.instanceCount=e,this.line.visible=e>0,{ends:this.ends.array,colors:this.colors.array}}done(){this.ends.needsUpdate=!0,this.colors.needsUpdate=!0}set(e,t,n){let{ends:s,colors:r}=this.begin(1);s.set([e[0],e[1],e[2],t[0],t[1],t[2]]),n.toArray(r,0),n.toArray(r,3),this.done()}dispose(){this.geometry.dispose(),this.material.dispose()}reserve(e){this.geometry.dispose(),this.ends=this.buffer(e,"instanceStart","instanceEnd"),this.colors=this.buffer(e,"instanceColorStart","instanceColorEnd"),this.capacity=e}buffer(e,t,n){let s=new ls(new Float32Array(6*e),6,1);return s.setUsage(Mi),this.geometry.setAttribute(t,new ei(s,3,0)),this.geometry.setAttribute(n,new ei(s,3,3)),s}};var Zg=new De("#ff5a36"),Pw=.012,Xh=class{constructor(e,t,n){this.stage=e;this.picker=t;this.context=n;this.group.add(this.line.line,...this.knobs),this.group.visible=!1;let{canvas:s}=e;s.parentElement.addEventListener("pointerdown",r=>this.take(r),!0),s.addEventListener("pointermove",r=>this.drag(r));for(let r of["pointerup","pointercancel"])s.addEventListener(r,()=>this.release())}stage;picker;context;group=new Nt;held=null;target=null;line=new ps(2.5);knobs=[0,1].map(()=>new Bt(new ni(1,16,12),new Wi({color:Zg})));label=Ue("pull");get holds(){return this.held!==null}release(){this.held&&(this.held=null,this.target=null,this.stage.orbit.enabled=!0,this.context.send(_n.release()))}flush(){this.target&&this.context.send(_n.move(this.target.toArray())),this.target=null}show(e,t){if(this.group.visible=e.hand!==null,this.label.hidden=!0,!e.hand)return;let[n,s,r]=[0,3,6].map(c=>e.hand.subarray(c,c+3)),o=Math.hypot(...r);this.label.hidden=o===0,this.line.set(n,s,Zg),[n,s].forEach((c,h)=>{this.knobs[h].position.fromArray(c),this.knobs[h].scale.setScalar(Pw*t)}),St(this.label,hi(o,"N",3));let{x:a,y:l}=this.stage.project(new P().fromArray(s));this.label.style.transform=`translate(${a+14}px, ${l-26}px)`}take(e){let t=this.context.view(),n=this.context.frame();if(e.target!==this.stage.canvas||e.button!==0||!t||!n||!this.context.drives())return;let s=this.picker.pick(e.offsetX,e.offsetY,t,n);if(!s?.movable)return;this.held=s,this.stage.orbit.enabled=!1,this.stage.canvas.setPointerCapture(e.pointerId);let{scene:r}=t.description;if(s.kind==="cable")this.context.send(_n.grabCable(r,s.index,s.point.toArray()));else if(s.kind==="solid")this.context.send(_n.grabSolid(r,s.index,s.point.toArray()));else{let o=t.bodies.matrices[s.index].clone().invert(),a=s.point.clone().applyMatrix4(o);this.context.send(_n.grabBody(r,s.index,a.toArray()))}this.target=s.point.clone()}drag(e){this.held&&(this.target=this.picker.onPlane(e.offsetX,e.offsetY,this.held.point))}};var Iw=80,qh=class{constructor(e,t){this.stage=e;this.picker=t;e.canvas.addEventListener("pointermove",n=>{this.at=n.buttons===0?{x:n.offsetX,y:n.offsetY}:null}),e.canvas.addEventListener("pointerleave",()=>{this.at=null}),e.canvas.addEventListener("pointerdown",()=>{this.at=null})}stage;picker;note=Ue("hover");at=null;looked=0;before=null;last=null;update(e,t){if(this.last!==t&&(this.before=this.last,this.last=t),this.at||(this.note.hidden=!0),!this.at||performance.now()-this.looked<Iw)return;this.looked=performance.now();let n=this.picker.pick(this.at.x,this.at.y,e,t),s=this.picker.pickMark(this.at.x,this.at.y,e,t)??n;if(this.note.hidden=s===null,this.stage.canvas.style.cursor=n?.movable?"grab":"",!s)return;let r=this.about(s,e);this.note.textContent=[s.name,...r].join(`
`);let{clientWidth:o,clientHeight:a}=this.stage.canvas,l=Math.min(this.at.x+16,o-this.note.offsetWidth-8),c=Math.min(this.at.y+16,a-this.note.offsetHeight-8);this.note.style.transform=`translate(${l}px, ${c}px)`}about(e,t){if(e.kind==="body")return this.aboutBody(e,t);if(e.kind==="cable")return Lw(e,t);if(e.kind==="mark"){let n=hi(this.last.marks[e.index*8+7],"N");return[`${t.description.marks[e.index].kind}, holds ${n}`]}return[hi(t.description.solids[e.index].mass,"kg")]}aboutBody(e,t){let{type:n,mass:s}=t.description.bodies[e.index];if(n==="static")return["fixed"];let r=n==="dynamic"?[hi(s,"kg")]:["moves by itself"],o=this.speed(e.index);return this.last?.asleep[e.index]?r.push("asleep"):o!==null&&r.push(`${o.toFixed(2)} m/s`),r}speed(e){let[t,n]=[this.last,this.before];if(!t||!n||t.scene!==n.scene||t.time<=n.time)return null;let s=e*7,r=[0,1,2].map(o=>t.bodies[s+o]-n.bodies[s+o]);return Math.hypot(...r)/(t.time-n.time)}};function Lw(i,e){let{radius:t,breaking_load:n}=e.description.cables[i.index],s=i.tension??0,r=[s>0?`pulls ${hi(s,"N")} here`:"slack here"];return r.push(`${Qa(2*t)} thick`),n&&r.push(`breaks at ${hi(n,"N")}`),r}function Yh(i,e){let t=Array.from(i);return Array.from({length:t.length/e},(n,s)=>t.slice(s*e,(s+1)*e))}function $g(i){let e=Yh(i.points,6),t=0;return{number:i.number,time:i.time,steps:i.steps,paused:i.paused,speed:i.speed,bodies:Yh(i.bodies,7),wheelAngles:Array.from(i.wheelAngles),cables:Array.from(i.pointCounts,n=>e.slice(t,t+=n)),solids:Yh(i.solids,3),marks:Yh(i.marks,8),forces:i.forces.length/7,contacts:i.contacts.length/11,asleep:Array.from(i.asleep.keys()).filter(n=>i.asleep[n]!==0),report:Object.fromEntries(el.map((n,s)=>[n,i.report[s]])),numbers:Array.from(i.numbers),energies:Array.from(i.energies),profile:Array.from(i.profile),hand:i.hand&&Array.from(i.hand)}}var Dw={tension:"Tension",twist:"Twist [rad/m]"},Nw={tension:"N",twist:""},Zh=class{box=Ue("legend");title=lt("span","legend-title");bar=lt("div","legend-bar");ticks=[0,.5,1].map(()=>lt("span"));slackMark=lt("i");slack=lt("span","legend-slack",this.slackMark,"slack");constructor(){this.box.append(lt("div","legend-head",this.title,this.slack),this.bar,lt("div","legend-ticks",...this.ticks))}update(e,t){let{coloring:n}=e;if(this.box.hidden=n==="plain"||!t,this.box.hidden||n==="plain")return;let{low:s,high:r}=e.range;St(this.title,Dw[n]),this.slack.hidden=n!=="tension",this.slackMark.style.background=e.slackColor;let o=e.scales[n].gradient();this.bar.dataset.scale!==o&&(this.bar.style.backgroundImage=o,this.bar.dataset.scale=o),this.ticks.forEach((a,l)=>St(a,Ch(s+(r-s)*l/2,Nw[n])))}};var Uw=1e4,$h=class{banner=Ue("banner");role=Ue("role");take=Ue("take");timer=0;constructor(e){this.take.onclick=e}complain(e){this.say(e),this.timer=window.setTimeout(()=>this.say(""),Uw)}say(e){clearTimeout(this.timer),St(this.banner,e),this.banner.hidden=e===""}showRole(e,t){this.role.hidden=e;let n=t>2?` ${t} pages look at it.`:"";St(Ue("role-text"),`Another page has the controls; this one watches.${n}`)}};var Kg=8,Fw=1.02,Kh=class{constructor(e){this.stage=e}stage;ray=new Da;pick(e,t,n,s){this.aim(e,t);let r=this.pickBody(n),o=this.pickCable(e,t,n,s),a=this.stage.camera.position;return!r||!o?r??o:o.point.distanceTo(a)<Fw*r.point.distanceTo(a)?o:r}pickMark(e,t,n,{marks:s}){let r=null,o=Kg;return n.description.marks.forEach(({name:a},l)=>{let c=new P().fromArray(s,l*8),h=this.stage.project(c),d=Math.hypot(h.x-e,h.y-t);h.behind||!(s[l*8+6]>0)||!(d<o)||(o=d,r={kind:"mark",index:l,name:a,point:c,movable:!1})}),r}onPlane(e,t,n){this.aim(e,t);let{origin:s,direction:r}=this.ray.ray,o=this.stage.camera.getWorldDirection(new P),a=n.clone().sub(s).dot(o)/r.dot(o);return s.clone().addScaledVector(r,a)}aim(e,t){let{clientWidth:n,clientHeight:s}=this.stage.canvas;this.stage.camera.updateMatrixWorld(),this.ray.setFromCamera(new Ge(2*e/n-1,1-2*t/s),this.stage.camera)}pickBody(e){let t=[...e.bodies.group.children,...e.wheels.group.children,...e.solids.meshes];for(let n of this.ray.intersectObjects(t,!1)){let s=e.solids.indexOf(n);if(s>=0){let{name:c}=e.description.solids[s];return{kind:"solid",index:s,name:c,point:n.point,movable:!0}}let r=e.bodies.bodyOf(n.object,n.instanceId);if(r<0&&(r=e.wheels.bodyOf(n)),r<0)continue;if(this.stage.hides(n.point))return null;let{name:o,type:a,tool:l}=e.description.bodies[r];return{kind:"body",index:r,name:o,point:n.point,movable:l||a==="dynamic"}}return null}pickCable(e,t,n,s){let r=null,o=1/0;for(let{cable:a,first:l,count:c}of s.runs)for(let h=l;h+1<l+c;h++){let d=this.meet(e,t,s.points,h*6);if(!d||d.depth>=o)continue;o=d.depth;let u=s.points[h*6+4],{name:f}=n.description.cables[a];r={kind:"cable",index:a,name:f,point:d.point,movable:!0,tension:u}}return r}meet(e,t,n,s){let r=new P().fromArray(n,s),o=new P().fromArray(n,s+6),[a,l]=[this.stage.project(r),this.stage.project(o)];if(a.behind||l.behind)return null;let[c,h]=[l.x-a.x,l.y-a.y],d=((e-a.x)*c+(t-a.y)*h)/(c*c+h*h||1),u=Math.min(1,Math.max(0,d));if(Math.hypot(a.x+u*c-e,a.y+u*h-t)>Kg)return null;let f=this.stage.camera.position,[g,v]=[r.distanceTo(f),o.distanceTo(f)],m=u*g/(u*g+(1-u)*v),p=r.lerp(o,m);return{point:p,depth:p.distanceTo(f)}}};var Ow=new Set(["w","x","y","z"]);function Bw(i){let e=i.split("."),t=e.length-1;for(;t>0&&Ow.has(e[t]);)t--;let n=e[t].replace(/\[\d+\]$/,"").replaceAll("_"," "),s=e.filter((r,o)=>o!==t);return{quantity:n,label:s.length>0?s.join("."):i}}function Jg(i,e){let t=new Map;return i.forEach(({name:n,unit:s},r)=>{let{quantity:o,label:a}=n.startsWith("energy.")?{quantity:"energy",label:n.slice(7)}:Bw(n),l=`${o}|${s}`;t.has(l)||t.set(l,{title:o,unit:s,series:[]}),t.get(l).series.push({name:n,label:a,unit:s,column:e+r})}),[...t.values()].flatMap(kw)}function kw(i){let e=Math.ceil(i.series.length/8);return Array.from({length:e},(t,n)=>({...i,title:e>1?`${i.title} ${n+1} of ${e}`:i.title,series:i.series.slice(n*8,(n+1)*8)}))}var rl=class{count=0;times;columns;capacity;constructor(e){let t=Math.floor(3e6/Math.max(e,1));this.capacity=Math.min(8e3,Math.max(240,t)),this.times=new Float64Array(this.capacity),this.columns=Array.from({length:e},()=>new Float64Array(this.capacity))}record(e,...t){let n=this.times[this.count-1];this.count>0&&e<n&&(this.count=0),this.count>0&&e===n&&this.count--,this.count===this.capacity&&this.thin(),this.times[this.count]=e;let s=0;for(let r of t)for(let o=0;o<r.length;o++,s++)this.columns[s][this.count]=Number.isFinite(r[o])?r[o]:NaN;this.count++}from(e){let[t,n]=[0,this.count];for(;t<n;){let s=t+n>>1;this.times[s]<e?t=s+1:n=s}return t}thin(){let e=this.capacity>>1,t=e>>1;for(let n of[this.times,...this.columns]){for(let s=0;s<t;s++)n[s]=n[2*s];n.copyWithin(t,e,this.count)}this.count-=e-t}};var zw="uplot",Gw="u-hz",Vw="u-vt",Hw="u-title",Ww="u-wrap",Xw="u-under",qw="u-over",Yw="u-axis",Pr="u-off",Zw="u-select",$w="u-cursor-x",Kw="u-cursor-y",Jw="u-cursor-pt",jw="u-legend",Qw="u-live",eE="u-inline",tE="u-series",nE="u-marker",jg="u-label",iE="u-value",al="width",ll="height";var Qg="bottom",Io="left",If="right",Zf="#000",e0=Zf+"0",Lf="mousemove",t0="mousedown",Df="mouseup",n0="mouseenter",i0="mouseleave",s0="dblclick",sE="resize",rE="scroll",r0="change",tu="dppxchange",$f="--",Bo=typeof window<"u",Bf=Bo?document:null,Do=Bo?window:null,oE=Bo?navigator:null,At,Jh;function kf(){let i=devicePixelRatio;At!=i&&(At=i,Jh&&Gf(r0,Jh,kf),Jh=matchMedia(`(min-resolution: ${At-.001}dppx) and (max-resolution: ${At+.001}dppx)`),Ir(r0,Jh,kf),Do.dispatchEvent(new CustomEvent(tu)))}function wi(i,e){if(e!=null){let t=i.classList;!t.contains(e)&&t.add(e)}}function zf(i,e){let t=i.classList;t.contains(e)&&t.remove(e)}function $t(i,e,t){i.style[e]=t+"px"}function Zi(i,e,t,n){let s=Bf.createElement(i);return e!=null&&wi(s,e),t?.insertBefore(s,n),s}function Di(i,e){return Zi("div",i,e)}var o0=new WeakMap;function ms(i,e,t,n,s){let r="translate("+e+"px,"+t+"px)",o=o0.get(i);r!=o&&(i.style.transform=r,o0.set(i,r),e<0||t<0||e>n||t>s?wi(i,Pr):zf(i,Pr))}var a0=new WeakMap;function l0(i,e,t){let n=e+t,s=a0.get(i);n!=s&&(a0.set(i,n),i.style.background=e,i.style.borderColor=t)}var c0=new WeakMap;function h0(i,e,t,n){let s=e+""+t,r=c0.get(i);s!=r&&(c0.set(i,s),i.style.height=t+"px",i.style.width=e+"px",i.style.marginLeft=n?-e/2+"px":0,i.style.marginTop=n?-t/2+"px":0)}var Kf={passive:!0},aE={...Kf,capture:!0};function Ir(i,e,t,n){e.addEventListener(i,t,n?aE:Kf)}function Gf(i,e,t,n){e.removeEventListener(i,t,Kf)}Bo&&kf();function $i(i,e,t,n){let s;t=t||0,n=n||e.length-1;let r=n<=2147483647;for(;n-t>1;)s=r?t+n>>1:Ei((t+n)/2),e[s]<i?t=s:n=s;return i-e[t]<=e[n]-i?t:n}function B0(i){return(t,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(t[a])){r=a;break}for(let a=s;a>=n;a--)if(i(t[a])){o=a;break}return[r,o]}}var k0=i=>i!=null,z0=i=>i!=null&&i>0,su=B0(k0),lE=B0(z0);function cE(i,e,t,n=0,s=!1){let r=s?lE:su,o=s?z0:k0;[e,t]=r(i,e,t);let a=i[e],l=i[e];if(e>-1)if(n==1)a=i[e],l=i[t];else if(n==-1)a=i[t],l=i[e];else for(let c=e;c<=t;c++){let h=i[c];o(h)&&(h<a?a=h:h>l&&(l=h))}return[a??Gt,l??-Gt]}function ru(i,e,t,n){let s=f0(i),r=f0(e);i==e&&(s==-1?(i*=t,e/=t):(i/=t,e*=t));let o=t==10?Ns:G0,a=s==1?Ei:Ni,l=r==1?Ni:Ei,c=a(o(wn(i))),h=l(o(wn(e))),d=No(t,c),u=No(t,h);return t==10&&(c<0&&(d=Vt(d,-c)),h<0&&(u=Vt(u,-h))),n||t==2?(i=d*s,e=u*r):(i=X0(i,d),e=ou(e,u)),[i,e]}function Jf(i,e,t,n){let s=ru(i,e,t,n);return i==0&&(s[0]=0),e==0&&(s[1]=0),s}var jf=.1,u0={mode:3,pad:jf},hl={pad:0,soft:null,mode:0},hE={min:hl,max:hl};function nu(i,e,t,n){return au(t)?d0(i,e,t):(hl.pad=t,hl.soft=n?0:null,hl.mode=n?3:0,d0(i,e,hE))}function wt(i,e){return i??e}function uE(i,e,t){for(e=wt(e,0),t=wt(t,i.length-1);e<=t;){if(i[e]!=null)return!0;e++}return!1}function d0(i,e,t){let n=t.min,s=t.max,r=wt(n.pad,0),o=wt(s.pad,0),a=wt(n.hard,-Gt),l=wt(s.hard,Gt),c=wt(n.soft,Gt),h=wt(s.soft,-Gt),d=wt(n.mode,0),u=wt(s.mode,0),f=e-i,g=Ns(f),v=si(wn(i),wn(e)),m=Ns(v),p=wn(m-g);(f<1e-24||p>10)&&(f=0,(i==0||e==0)&&(f=1e-24,d==2&&c!=Gt&&(r=0),u==2&&h!=-Gt&&(o=0)));let _=f||v||1e3,T=Ns(_),b=No(10,Ei(T)),C=_*(f==0?i==0?.1:1:r),A=Vt(X0(i-C,b/10),24),x=i>=c&&(d==1||d==3&&A<=c||d==2&&A>=c)?c:Gt,w=si(a,A<x&&i>=x?x:Ki(x,A)),O=_*(f==0?e==0?.1:1:o),L=Vt(ou(e+O,b/10),24),D=e<=h&&(u==1||u==3&&L>=h||u==2&&L<=h)?h:-Gt,z=Ki(l,L>D&&e<=D?D:si(D,L));return w==z&&w==0&&(z=100),[w,z]}var dE=new Intl.NumberFormat(Bo?oE.language:"en-US"),Qf=i=>dE.format(i),Ai=Math,eu=Ai.PI,wn=Ai.abs,Ei=Ai.floor,Mn=Ai.round,Ni=Ai.ceil,Ki=Ai.min,si=Ai.max,No=Ai.pow,f0=Ai.sign,Ns=Ai.log10,G0=Ai.log2,fE=(i,e=1)=>Ai.sinh(i)*e,Nf=(i,e=1)=>Ai.asinh(i/e),Gt=1/0;function p0(i){return(Ns((i^i>>31)-(i>>31))|0)+1}function Vf(i,e,t){return Ki(si(i,e),t)}function V0(i){return typeof i=="function"}function vt(i){return V0(i)?i:()=>i}var pE=()=>{},H0=i=>i,W0=(i,e)=>e,mE=i=>null,m0=i=>!0,g0=(i,e)=>i==e,gE=/\.\d*?(?=9{6,}|0{6,})/gm,Lr=i=>{if(Y0(i)||cr.has(i))return i;let e=`${i}`,t=e.match(gE);if(t==null)return i;let n=t[0].length-1;if(e.indexOf("e-")!=-1){let[s,r]=e.split("e");return+`${Lr(s)}e${r}`}return Vt(i,n)};function Cr(i,e){return Lr(Vt(Lr(i/e))*e)}function ou(i,e){return Lr(Ni(Lr(i/e))*e)}function X0(i,e){return Lr(Ei(Lr(i/e))*e)}function Vt(i,e=0){if(Y0(i))return i;let t=10**e,n=i*t*(1+Number.EPSILON);return Mn(n)/t}var cr=new Map;function q0(i){return((""+i).split(".")[1]||"").length}function dl(i,e,t,n){let s=[],r=n.map(q0);for(let o=e;o<t;o++){let a=wn(o),l=Vt(No(i,o),a);for(let c=0;c<n.length;c++){let h=i==10?+`${n[c]}e${o}`:n[c]*l,d=(o>=0?0:a)+(o>=r[c]?0:r[c]),u=i==10?h:Vt(h,d);s.push(u),cr.set(u,d)}}return s}var ul={},ep=[],Uo=[null,null],lr=Array.isArray,Y0=Number.isInteger,_E=i=>i===void 0;function _0(i){return typeof i=="string"}function au(i){let e=!1;if(i!=null){let t=i.constructor;e=t==null||t==Object}return e}function xE(i){return i!=null&&typeof i=="object"}var yE=Object.getPrototypeOf(Uint8Array),Z0="__proto__";function Fo(i,e=au){let t;if(lr(i)){let n=i.find(s=>s!=null);if(lr(n)||e(n)){t=Array(i.length);for(let s=0;s<i.length;s++)t[s]=Fo(i[s],e)}else t=i.slice()}else if(i instanceof yE)t=i.slice();else if(e(i)){t={};for(let n in i)n!=Z0&&(t[n]=Fo(i[n],e))}else t=i;return t}function xn(i){let e=arguments;for(let t=1;t<e.length;t++){let n=e[t];for(let s in n)s!=Z0&&(au(i[s])?xn(i[s],Fo(n[s])):i[s]=Fo(n[s]))}return i}var vE=0,bE=1,SE=2;function ME(i,e,t){for(let n=0,s,r=-1;n<e.length;n++){let o=e[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<t&&i[s]==null;)i[r=s++]=null}}}function wE(i,e){if(TE(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return CE(o[0])||(o=AE(o)),o}let t=new Set;for(let o=0;o<i.length;o++){let l=i[o][0],c=l.length;for(let h=0;h<c;h++)t.add(l[h])}let n=[Array.from(t).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let h=a[c],d=Array(s).fill(void 0),u=e?e[o][c]:bE,f=[];for(let g=0;g<h.length;g++){let v=h[g],m=r.get(l[g]);v===null?u!=vE&&(d[m]=v,u==SE&&f.push(m)):d[m]=v}ME(d,f,s),n.push(d)}}return n}var EE=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function AE(i){let e=i[0],t=e.length,n=Array(t);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>e[r]-e[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(t);for(let l=0;l<t;l++)a[l]=o[n[l]];s.push(a)}return s}function TE(i){let e=i[0][0],t=e.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=t)return!1;if(s!=e){for(let r=0;r<t;r++)if(s[r]!=e[r])return!1}}return!0}function CE(i,e=100){let t=i.length;if(t<=1)return!0;let n=0,s=t-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=si(1,Ei((s-n+1)/e));for(let o=i[n],a=n+r;a<=s;a+=r){let l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var $0=["January","February","March","April","May","June","July","August","September","October","November","December"],K0=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function J0(i){return i.slice(0,3)}var RE=K0.map(J0),PE=$0.map(J0),IE={MMMM:$0,MMM:PE,WWWW:K0,WWW:RE};function ol(i){return(i<10?"0":"")+i}function LE(i){return(i<10?"00":i<100?"0":"")+i}var DE={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,e)=>e.MMMM[i.getMonth()],MMM:(i,e)=>e.MMM[i.getMonth()],MM:i=>ol(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>ol(i.getDate()),D:i=>i.getDate(),WWWW:(i,e)=>e.WWWW[i.getDay()],WWW:(i,e)=>e.WWW[i.getDay()],HH:i=>ol(i.getHours()),H:i=>i.getHours(),h:i=>{let e=i.getHours();return e==0?12:e>12?e-12:e},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>ol(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>ol(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>LE(i.getMilliseconds())};function tp(i,e){e=e||IE;let t=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)t.push(s[0][0]=="{"?DE[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<t.length;a++)o+=typeof t[a]=="string"?t[a]:t[a](r,e);return o}}var NE=new Intl.DateTimeFormat().resolvedOptions().timeZone;function UE(i,e){let t;return e=="UTC"||e=="Etc/UTC"?t=new Date(+i+i.getTimezoneOffset()*6e4):e==NE?t=i:(t=new Date(i.toLocaleString("en-US",{timeZone:e})),t.setMilliseconds(i.getMilliseconds())),t}var j0=i=>i%1==0,iu=[1,2,2.5,5],FE=dl(10,-32,0,iu),Q0=dl(10,0,32,iu),OE=Q0.filter(j0),Rr=FE.concat(Q0),np=`
`,e_="{YYYY}",x0=np+e_,t_="{M}/{D}",cl=np+t_,jh=cl+"/{YY}",n_="{aa}",BE="{h}:{mm}",Lo=BE+n_,y0=np+Lo,v0=":{ss}",Pt=null;function i_(i){let e=i*1e3,t=e*60,n=t*60,s=n*24,r=s*30,o=s*365,l=(i==1?dl(10,0,3,iu).filter(j0):dl(10,-3,0,iu)).concat([e,e*5,e*10,e*15,e*30,t,t*5,t*10,t*15,t*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,e_,Pt,Pt,Pt,Pt,Pt,Pt,1],[s*28,"{MMM}",x0,Pt,Pt,Pt,Pt,Pt,1],[s,t_,x0,Pt,Pt,Pt,Pt,Pt,1],[n,"{h}"+n_,jh,Pt,cl,Pt,Pt,Pt,1],[t,Lo,jh,Pt,cl,Pt,Pt,Pt,1],[e,v0,jh+" "+Lo,Pt,cl+" "+Lo,Pt,y0,Pt,1],[i,v0+".{fff}",jh+" "+Lo,Pt,cl+" "+Lo,Pt,y0,Pt,1]];function h(d){return(u,f,g,v,m,p)=>{let _=[],T=m>=o,b=m>=r&&m<o,C=d(g),A=Vt(C*i,3),x=Uf(C.getFullYear(),T?0:C.getMonth(),b||T?1:C.getDate()),w=Vt(x*i,3);if(b||T){let O=b?m/r:0,L=T?m/o:0,D=A==w?A:Vt(Uf(x.getFullYear()+L,x.getMonth()+O,1)*i,3),z=new Date(Mn(D/i)),H=z.getFullYear(),U=z.getMonth();for(let W=0;D<=v;W++){let Y=Uf(H+L*W,U+O*W,1),V=Y-d(Vt(Y*i,3));D=Vt((+Y+V)*i,3),D<=v&&_.push(D)}}else{let O=m>=s?s:m,L=Ei(g)-Ei(A),D=w+L+ou(A-w,O);_.push(D);let z=d(D),H=z.getHours()+z.getMinutes()/t+z.getSeconds()/n,U=m/n,W=u.axes[f]._space,Y=p/W;for(;D=Vt(D+m,i==1?0:3),!(D>v);)if(U>1){let V=Ei(Vt(H+U,6))%24,j=d(D).getHours()-V;j>1&&(j=-1),D-=j*n,H=(H+U)%24;let ie=_[_.length-1];Vt((D-ie)/m,3)*Y>=.7&&_.push(D)}else _.push(D)}return _}}return[l,c,h]}var[kE,zE,GE]=i_(1),[VE,HE,WE]=i_(.001);dl(2,-53,53,[1]);function b0(i,e){return i.map(t=>t.map((n,s)=>s==0||s==8||n==null?n:e(s==1||t[8]==0?n:t[1]+n)))}function S0(i,e){return(t,n,s,r,o)=>{let a=e.find(g=>o>=g[0])||e[e.length-1],l,c,h,d,u,f;return n.map(g=>{let v=i(g),m=v.getFullYear(),p=v.getMonth(),_=v.getDate(),T=v.getHours(),b=v.getMinutes(),C=v.getSeconds(),A=m!=l&&a[2]||p!=c&&a[3]||_!=h&&a[4]||T!=d&&a[5]||b!=u&&a[6]||C!=f&&a[7]||a[1];return l=m,c=p,h=_,d=T,u=b,f=C,A(v)})}}function XE(i,e){let t=tp(e);return(n,s,r,o,a)=>s.map(l=>t(i(l)))}function Uf(i,e,t){return new Date(i,e,t)}function M0(i,e){return e(i)}var qE="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function w0(i,e){return(t,n,s,r)=>r==null?$f:e(i(n))}function YE(i,e){let t=i.series[e];return t.width?t.stroke(i,e):t.points.width?t.points.stroke(i,e):null}function ZE(i,e){return i.series[e].fill(i,e)}var $E={show:!0,live:!0,isolate:!1,mount:pE,markers:{show:!0,width:2,stroke:YE,fill:ZE,dash:"solid"},idx:null,idxs:null,values:[]};function KE(i,e){let t=i.cursor.points,n=Di(),s=t.size(i,e);$t(n,al,s),$t(n,ll,s);let r=s/-2;$t(n,"marginLeft",r),$t(n,"marginTop",r);let o=t.width(i,e,s);return o&&$t(n,"borderWidth",o),n}function JE(i,e){let t=i.series[e].points;return t._fill||t._stroke}function jE(i,e){let t=i.series[e].points;return t._stroke||t._fill}function QE(i,e){return i.series[e].points.size}var Ff=[0,0];function eA(i,e,t){return Ff[0]=e,Ff[1]=t,Ff}function Qh(i,e,t,n=!0){return s=>{s.button==0&&(!n||s.target==e)&&t(s)}}function Of(i,e,t,n=!0){return s=>{(!n||s.target==e)&&t(s)}}var tA={show:!0,x:!0,y:!0,lock:!1,move:eA,points:{one:!1,show:KE,size:QE,width:0,stroke:jE,fill:JE},bind:{mousedown:Qh,mouseup:Qh,click:Qh,dblclick:Qh,mousemove:Of,mouseleave:Of,mouseenter:Of},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,e)=>{e.stopPropagation(),e.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,e,t,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},s_={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},ip=xn({},s_,{filter:W0}),r_=xn({},ip,{size:10}),o_=xn({},s_,{show:!1}),sp='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',a_="bold "+sp,l_=1.5,E0={show:!0,scale:"x",stroke:Zf,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:a_,side:2,grid:ip,ticks:r_,border:o_,font:sp,lineGap:l_,rotate:0},nA="Value",iA="Time",A0={show:!0,scale:"x",auto:!1,sorted:1,min:Gt,max:-Gt,idxs:[]};function sA(i,e,t,n,s){return e.map(r=>r==null?"":Qf(r))}function rA(i,e,t,n,s,r,o){let a=[],l=cr.get(s)||0;t=o?t:Vt(ou(t,s),l);for(let c=t;c<=n;c=Vt(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function Hf(i,e,t,n,s,r,o){let a=[],l=i.scales[i.axes[e].scale].log,c=l==10?Ns:G0,h=Ei(c(t));s=No(l,h),l==10&&(s=Rr[$i(s,Rr)]);let d=t,u=s*l;l==10&&(u=Rr[$i(u,Rr)]);do a.push(d),d=d+s,l==10&&!cr.has(d)&&(d=Vt(d,cr.get(s))),d>=u&&(s=d,u=s*l,l==10&&(u=Rr[$i(u,Rr)]));while(d<=n);return a}function oA(i,e,t,n,s,r,o){let l=i.scales[i.axes[e].scale].asinh,c=n>l?Hf(i,e,si(l,t),n,s):[l],h=n>=0&&t<=0?[0]:[];return(t<-l?Hf(i,e,si(l,-n),-t,s):[l]).reverse().map(u=>-u).concat(h,c)}var c_=/./,aA=/[12357]/,lA=/[125]/,T0=/1/,Wf=(i,e,t,n)=>i.map((s,r)=>e==4&&s==0||r%n==0&&t.test(s.toExponential()[s<0?1:0])?s:null);function cA(i,e,t,n,s){let r=i.axes[t],o=r.scale,a=i.scales[o],l=i.valToPos,c=r._space,h=l(10,o),d=l(9,o)-h>=c?c_:l(7,o)-h>=c?aA:l(5,o)-h>=c?lA:T0;if(d==T0){let u=wn(l(1,o)-h);if(u<c)return Wf(e.slice().reverse(),a.distr,d,Ni(c/u)).reverse()}return Wf(e,a.distr,d,1)}function hA(i,e,t,n,s){let r=i.axes[t],o=r.scale,a=r._space,l=i.valToPos,c=wn(l(1,o)-l(2,o));return c<a?Wf(e.slice().reverse(),3,c_,Ni(a/c)).reverse():e}function uA(i,e,t,n){return n==null?$f:e==null?"":Qf(e)}var C0={show:!0,scale:"y",stroke:Zf,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:a_,side:3,grid:ip,ticks:r_,border:o_,font:sp,lineGap:l_,rotate:0};function dA(i,e){let t=3+(i||1)*2;return Vt(t*e,3)}function fA(i,e){let{scale:t,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],t,!0),o=i.valToPos(s[n[1]],t,!0),a=wn(o-r),l=i.series[e],c=a/(l.points.space*At);return n[1]-n[0]<=c}var R0={scale:null,auto:!0,sorted:0,min:Gt,max:-Gt},h_=(i,e,t,n,s)=>s,P0={show:!0,auto:!0,sorted:0,gaps:h_,alpha:1,facets:[xn({},R0,{scale:"x"}),xn({},R0,{scale:"y"})]},I0={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:h_,alpha:1,points:{show:fA,filter:null},values:null,min:Gt,max:-Gt,idxs:[],path:null,clip:null};function pA(i,e,t,n,s){return t/10}var u_={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},mA=xn({},u_,{time:!1,ori:1}),L0={};function d_(i,e){let t=L0[i];return t||(t={key:i,plots:[],sub(n){t.plots.push(n)},unsub(n){t.plots=t.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let h=0;h<t.plots.length;h++)t.plots[h]!=s&&t.plots[h].pub(n,s,r,o,a,l,c)}},i!=null&&(L0[i]=t)),t}var Oo=1,Xf=2;function Dr(i,e,t){let n=i.mode,s=i.series[e],r=n==2?i._data[e]:i._data,o=i.scales,a=i.bbox,l=r[0],c=n==2?r[1]:r[e],h=n==2?o[s.facets[0].scale]:o[i.series[0].scale],d=n==2?o[s.facets[1].scale]:o[s.scale],u=a.left,f=a.top,g=a.width,v=a.height,m=i.valToPosH,p=i.valToPosV;return h.ori==0?t(s,l,c,h,d,m,p,u,f,g,v,cu,ko,uu,p_,g_):t(s,l,c,h,d,p,m,f,u,v,g,hu,zo,ap,m_,__)}function rp(i,e){let t=0,n=0,s=wt(i.bands,ep);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==e?t=o.dir:o.series[1]==e&&(o.dir==1?n|=1:n|=2)}return[t,n==1?-1:n==2?1:n==3?2:0]}function gA(i,e,t,n,s){let r=i.mode,o=i.series[e],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function Us(i,e,t,n,s,r){return Dr(i,e,(o,a,l,c,h,d,u,f,g,v,m)=>{let p=o.pxRound,_=c.dir*(c.ori==0?1:-1),T=c.ori==0?ko:zo,b,C;_==1?(b=t,C=n):(b=n,C=t);let A=p(d(a[b],c,v,f)),x=p(u(l[b],h,m,g)),w=p(d(a[C],c,v,f)),O=p(u(r==1?h.max:h.min,h,m,g)),L=new Path2D(s);return T(L,w,O),T(L,A,O),T(L,A,x),L})}function lu(i,e,t,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=e==0?uu:ap,l=t;for(let d=0;d<i.length;d++){let u=i[d];if(u[1]>u[0]){let f=u[0]-l;f>0&&a(o,l,n,f,n+r),l=u[1]}}let c=t+s-l,h=10;c>0&&a(o,l,n-h/2,c,n+r+h)}return o}function _A(i,e,t){let n=i[i.length-1];n&&n[0]==e?n[1]=t:i.push([e,t])}function op(i,e,t,n,s,r,o){let a=[],l=i.length;for(let c=s==1?t:n;c>=t&&c<=n;c+=s)if(e[c]===null){let d=c,u=c;if(s==1)for(;++c<=n&&e[c]===null;)u=c;else for(;--c>=t&&e[c]===null;)u=c;let f=r(i[d]),g=u==d?f:r(i[u]),v=d-s;f=o<=0&&v>=0&&v<l?r(i[v]):f;let p=u+s;g=o>=0&&p>=0&&p<l?r(i[p]):g,g>=f&&a.push([f,g])}return a}function D0(i){return i==0?H0:i==1?Mn:e=>Cr(e,i)}function f_(i){let e=i==0?cu:hu,t=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,h=0)=>{c==0&&h==0?n(s,r,o,a,l):(c=Ki(c,a/2,l/2),h=Ki(h,a/2,l/2),e(s,r+c,o),t(s,r+a,o,r+a,o+l,c),t(s,r+a,o+l,r,o+l,h),t(s,r,o+l,r,o,h),t(s,r,o,r+a,o,c),s.closePath())}}var cu=(i,e,t)=>{i.moveTo(e,t)},hu=(i,e,t)=>{i.moveTo(t,e)},ko=(i,e,t)=>{i.lineTo(e,t)},zo=(i,e,t)=>{i.lineTo(t,e)},uu=f_(0),ap=f_(1),p_=(i,e,t,n,s,r)=>{i.arc(e,t,n,s,r)},m_=(i,e,t,n,s,r)=>{i.arc(t,e,n,s,r)},g_=(i,e,t,n,s,r,o)=>{i.bezierCurveTo(e,t,n,s,r,o)},__=(i,e,t,n,s,r,o)=>{i.bezierCurveTo(t,e,s,n,o,r)};function x_(i){return(e,t,n,s,r)=>Dr(e,t,(o,a,l,c,h,d,u,f,g,v,m)=>{let{pxRound:p,points:_}=o,T,b;c.ori==0?(T=cu,b=p_):(T=hu,b=m_);let C=Vt(_.width*At,3),A=(_.size-_.width)/2*At,x=Vt(A*2,3),w=new Path2D,O=new Path2D,{left:L,top:D,width:z,height:H}=e.bbox;uu(O,L-x,D-x,z+x*2,H+x*2);let U=W=>{if(l[W]!=null){let Y=p(d(a[W],c,v,f)),V=p(u(l[W],h,m,g));T(w,Y+A,V),b(w,Y,V,A,0,eu*2)}};if(r)r.forEach(U);else for(let W=n;W<=s;W++)U(W);return{stroke:C>0?w:null,fill:w,clip:O,flags:Oo|Xf}})}function y_(i){return(e,t,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(e,t,n),r!=s&&o!=s&&i(e,t,s),i(e,t,o))}}var xA=y_(ko),yA=y_(zo);function v_(i){let e=wt(i?.alignGaps,0);return(t,n,s,r)=>Dr(t,n,(o,a,l,c,h,d,u,f,g,v,m)=>{[s,r]=su(l,s,r);let p=o.pxRound,_=H=>p(d(H,c,v,f)),T=H=>p(u(H,h,m,g)),b,C;c.ori==0?(b=ko,C=xA):(b=zo,C=yA);let A=c.dir*(c.ori==0?1:-1),x={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Oo},w=x.stroke,O=!1;if(r-s>=v*4){let H=he=>t.posToVal(he,c.key,!0),U=null,W=null,Y,V,le,K=_(a[A==1?s:r]),j=_(a[s]),ie=_(a[r]),ue=H(A==1?j+1:ie-1);for(let he=A==1?s:r;he>=s&&he<=r;he+=A){let Q=a[he],_e=(A==1?Q<ue:Q>ue)?K:_(Q),Ae=l[he];_e==K?Ae!=null?(V=Ae,U==null?(b(w,_e,T(V)),Y=U=W=V):V<U?U=V:V>W&&(W=V)):Ae===null&&(O=!0):(U!=null&&C(w,K,T(U),T(W),T(Y),T(V)),Ae!=null?(V=Ae,b(w,_e,T(V)),U=W=Y=V):(U=W=null,Ae===null&&(O=!0)),K=_e,ue=H(K+A))}U!=null&&U!=W&&le!=K&&C(w,K,T(U),T(W),T(Y),T(V))}else for(let H=A==1?s:r;H>=s&&H<=r;H+=A){let U=l[H];U===null?O=!0:U!=null&&b(w,_(a[H]),T(U))}let[D,z]=rp(t,n);if(o.fill!=null||D!=0){let H=x.fill=new Path2D(w),U=o.fillTo(t,n,o.min,o.max,D),W=T(U),Y=_(a[s]),V=_(a[r]);A==-1&&([V,Y]=[Y,V]),b(H,V,W),b(H,Y,W)}if(!o.spanGaps){let H=[];O&&H.push(...op(a,l,s,r,A,_,e)),x.gaps=H=o.gaps(t,n,s,r,H),x.clip=lu(H,c.ori,f,g,v,m)}return z!=0&&(x.band=z==2?[Us(t,n,s,r,w,-1),Us(t,n,s,r,w,1)]:Us(t,n,s,r,w,z)),x})}function vA(i){let e=wt(i.align,1),t=wt(i.ascDesc,!1),n=wt(i.alignGaps,0),s=wt(i.extend,!1);return(r,o,a,l)=>Dr(r,o,(c,h,d,u,f,g,v,m,p,_,T)=>{[a,l]=su(d,a,l);let b=c.pxRound,{left:C,width:A}=r.bbox,x=j=>b(g(j,u,_,m)),w=j=>b(v(j,f,T,p)),O=u.ori==0?ko:zo,L={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Oo},D=L.stroke,z=u.dir*(u.ori==0?1:-1),H=w(d[z==1?a:l]),U=x(h[z==1?a:l]),W=U,Y=U;s&&e==-1&&(Y=C,O(D,Y,H)),O(D,U,H);for(let j=z==1?a:l;j>=a&&j<=l;j+=z){let ie=d[j];if(ie==null)continue;let ue=x(h[j]),he=w(ie);e==1?O(D,ue,H):O(D,W,he),O(D,ue,he),H=he,W=ue}let V=W;s&&e==1&&(V=C+A,O(D,V,H));let[le,K]=rp(r,o);if(c.fill!=null||le!=0){let j=L.fill=new Path2D(D),ie=c.fillTo(r,o,c.min,c.max,le),ue=w(ie);O(j,V,ue),O(j,Y,ue)}if(!c.spanGaps){let j=[];j.push(...op(h,d,a,l,z,x,n));let ie=c.width*At/2,ue=t||e==1?ie:-ie,he=t||e==-1?-ie:ie;j.forEach(Q=>{Q[0]+=ue,Q[1]+=he}),L.gaps=j=c.gaps(r,o,a,l,j),L.clip=lu(j,u.ori,m,p,_,T)}return K!=0&&(L.band=K==2?[Us(r,o,a,l,D,-1),Us(r,o,a,l,D,1)]:Us(r,o,a,l,D,K)),L})}function N0(i,e,t,n,s,r,o=Gt){if(i.length>1){let a=null;for(let l=0,c=1/0;l<i.length;l++)if(e[l]!==void 0){if(a!=null){let h=wn(i[l]-i[a]);h<c&&(c=h,o=wn(t(i[l],n,s,r)-t(i[a],n,s,r)))}a=l}}return o}function bA(i){i=i||ul;let e=wt(i.size,[.6,Gt,1]),t=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=vt(s),o=1-e[0],a=wt(e[1],Gt),l=wt(e[2],1),c=wt(i.disp,ul),h=wt(i.each,f=>{}),{fill:d,stroke:u}=c;return(f,g,v,m)=>Dr(f,g,(p,_,T,b,C,A,x,w,O,L,D)=>{let z=p.pxRound,H=t,U=n*At,W=a*At,Y=l*At,V,le;b.ori==0?[V,le]=r(f,g):[le,V]=r(f,g);let K=b.dir*(b.ori==0?1:-1),j=b.ori==0?uu:ap,ie=b.ori==0?h:(Ce,$e,at,Se,kt,Ve,Ye)=>{h(Ce,$e,at,kt,Se,Ye,Ve)},ue=wt(f.bands,ep).find(Ce=>Ce.series[0]==g),he=ue!=null?ue.dir:0,Q=p.fillTo(f,g,p.min,p.max,he),pe=z(x(Q,C,D,O)),_e,Ae,be,Xe=L,ot=z(p.width*At),He=!1,ft=null,ht=null,it=null,Kt=null;d!=null&&(ot==0||u!=null)&&(He=!0,ft=d.values(f,g,v,m),ht=new Map,new Set(ft).forEach(Ce=>{Ce!=null&&ht.set(Ce,new Path2D)}),ot>0&&(it=u.values(f,g,v,m),Kt=new Map,new Set(it).forEach(Ce=>{Ce!=null&&Kt.set(Ce,new Path2D)})));let{x0:Ht,size:hn}=c;if(Ht!=null&&hn!=null){H=1,_=Ht.values(f,g,v,m),Ht.unit==2&&(_=_.map(at=>f.posToVal(w+at*L,b.key,!0)));let Ce=hn.values(f,g,v,m);hn.unit==2?Ae=Ce[0]*L:Ae=A(Ce[0],b,L,w)-A(0,b,L,w),Xe=N0(_,T,A,b,L,w,Xe),be=Xe-Ae+U}else Xe=N0(_,T,A,b,L,w,Xe),be=Xe*o+U,Ae=Xe-be;be<1&&(be=0),ot>=Ae/2&&(ot=0),be<5&&(z=H0);let Ut=be>0,An=Xe-be-(Ut?ot:0);Ae=z(Vf(An,Y,W)),_e=(H==0?Ae/2:H==K?0:Ae)-H*K*((H==0?U/2:0)+(Ut?ot/2:0));let bt={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},yn=He?null:new Path2D,en=null;if(ue!=null)en=f.data[ue.series[1]];else{let{y0:Ce,y1:$e}=c;Ce!=null&&$e!=null&&(T=$e.values(f,g,v,m),en=Ce.values(f,g,v,m))}let un=V*Ae,B=le*Ae;for(let Ce=K==1?v:m;Ce>=v&&Ce<=m;Ce+=K){let $e=T[Ce];if($e==null)continue;if(en!=null){let X=en[Ce]??0;if($e-X==0)continue;pe=x(X,C,D,O)}let at=b.distr!=2||c!=null?_[Ce]:Ce,Se=A(at,b,L,w),kt=x(wt($e,Q),C,D,O),Ve=z(Se-_e),Ye=z(si(kt,pe)),R=z(Ki(kt,pe)),S=Ye-R;if($e!=null){let X=$e<0?B:un,ce=$e<0?un:B;He?(ot>0&&it[Ce]!=null&&j(Kt.get(it[Ce]),Ve,R+Ei(ot/2),Ae,si(0,S-ot),X,ce),ft[Ce]!=null&&j(ht.get(ft[Ce]),Ve,R+Ei(ot/2),Ae,si(0,S-ot),X,ce)):j(yn,Ve,R+Ei(ot/2),Ae,si(0,S-ot),X,ce),ie(f,g,Ce,Ve-ot/2,R,Ae+ot,S)}}return ot>0?bt.stroke=He?Kt:yn:He||(bt._fill=p.width==0?p._fill:p._stroke??p._fill,bt.width=0),bt.fill=He?ht:yn,bt})}function SA(i,e){let t=wt(e?.alignGaps,0);return(n,s,r,o)=>Dr(n,s,(a,l,c,h,d,u,f,g,v,m,p)=>{[r,o]=su(c,r,o);let _=a.pxRound,T=V=>_(u(V,h,m,g)),b=V=>_(f(V,d,p,v)),C,A,x;h.ori==0?(C=cu,x=ko,A=g_):(C=hu,x=zo,A=__);let w=h.dir*(h.ori==0?1:-1),O=T(l[w==1?r:o]),L=O,D=[],z=[];for(let V=w==1?r:o;V>=r&&V<=o;V+=w)if(c[V]!=null){let K=l[V],j=T(K);D.push(L=j),z.push(b(c[V]))}let H={stroke:i(D,z,C,x,A,_),fill:null,clip:null,band:null,gaps:null,flags:Oo},U=H.stroke,[W,Y]=rp(n,s);if(a.fill!=null||W!=0){let V=H.fill=new Path2D(U),le=a.fillTo(n,s,a.min,a.max,W),K=b(le);x(V,L,K),x(V,O,K)}if(!a.spanGaps){let V=[];V.push(...op(l,c,r,o,w,T,t)),H.gaps=V=a.gaps(n,s,r,o,V),H.clip=lu(V,h.ori,g,v,m,p)}return Y!=0&&(H.band=Y==2?[Us(n,s,r,o,U,-1),Us(n,s,r,o,U,1)]:Us(n,s,r,o,U,Y)),H})}function MA(i){return SA(wA,i)}function wA(i,e,t,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(t(a,i[0],e[0]),o==2)n(a,i[1],e[1]);else{let l=Array(o),c=Array(o-1),h=Array(o-1),d=Array(o-1);for(let u=0;u<o-1;u++)h[u]=e[u+1]-e[u],d[u]=i[u+1]-i[u],c[u]=h[u]/d[u];l[0]=c[0];for(let u=1;u<o-1;u++)c[u]===0||c[u-1]===0||c[u-1]>0!=c[u]>0?l[u]=0:(l[u]=3*(d[u-1]+d[u])/((2*d[u]+d[u-1])/c[u-1]+(d[u]+2*d[u-1])/c[u]),isFinite(l[u])||(l[u]=0));l[o-1]=c[o-2];for(let u=0;u<o-1;u++)s(a,i[u]+d[u]/3,e[u]+l[u]*d[u]/3,i[u+1]-d[u]/3,e[u+1]-l[u+1]*d[u]/3,i[u+1],e[u+1])}return a}var qf=new Set;function U0(){for(let i of qf)i.syncRect(!0)}Bo&&(Ir(sE,Do,U0),Ir(rE,Do,U0,!0),Ir(tu,Do,()=>{Gn.pxRatio=At}));var EA=v_(),AA=x_();function F0(i,e,t,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>Yf(r,o,e,t))}function TA(i,e){return i.map((t,n)=>n==0?{}:xn({},e,t))}function Yf(i,e,t,n){return xn({},e==0?t:n,i)}function b_(i,e,t){return e==null?Uo:[e,t]}var CA=b_;function RA(i,e,t){return e==null?Uo:nu(e,t,jf,!0)}function S_(i,e,t,n){return e==null?Uo:ru(e,t,i.scales[n].log,!1)}var PA=S_;function M_(i,e,t,n){return e==null?Uo:Jf(e,t,i.scales[n].log,!1)}var IA=M_;function LA(i,e,t,n,s){let r=si(p0(i),p0(e)),o=e-i,a=$i(s/n*o,t);do{let l=t[a],c=n*l/o;if(c>=s&&r+(l<5?cr.get(l):0)<=17)return[l,c]}while(++a<t.length);return[0,0]}function O0(i){let e,t;return i=i.replace(/(\d+)px/,(n,s)=>(e=Mn((t=+s)*At))+"px"),[i,e,t]}function DA(i){i.show&&[i.font,i.labelFont].forEach(e=>{let t=Vt(e[2]*At,1);e[0]=e[0].replace(/[0-9.]+px/,t+"px"),e[1]=t})}function Gn(i,e,t){let n={mode:wt(i.mode,1)},s=n.mode;function r(y,M,I,N){let G=M.valToPct(y);return N+I*(M.dir==-1?1-G:G)}function o(y,M,I,N){let G=M.valToPct(y);return N+I*(M.dir==-1?G:1-G)}function a(y,M,I,N){return M.ori==0?r(y,M,I,N):o(y,M,I,N)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=Di(zw);if(i.id!=null&&(c.id=i.id),wi(c,i.class),i.title){let y=Di(Hw,c);y.textContent=i.title}let h=Zi("canvas"),d=n.ctx=h.getContext("2d"),u=Di(Ww,c);Ir("click",u,y=>{y.target===g&&(Xt!=zr||Jt!=Gr)&&Un.click(n,y)},!0);let f=n.under=Di(Xw,u);u.appendChild(h);let g=n.over=Di(qw,u);i=Fo(i);let v=+wt(i.pxAlign,1),m=D0(v);(i.plugins||[]).forEach(y=>{y.opts&&(i=y.opts(n,i)||i)});let p=i.ms||.001,_=n.series=s==1?F0(i.series||[],A0,I0,!1):TA(i.series||[null],P0),T=n.axes=F0(i.axes||[],E0,C0,!0),b=n.scales={},C=n.bands=i.bands||[];C.forEach(y=>{y.fill=vt(y.fill||null),y.dir=wt(y.dir,-1)});let A=s==2?_[1].facets[0].scale:_[0].scale,x={axes:ys,series:mt},w=(i.drawOrder||["axes","series"]).map(y=>x[y]);function O(y){let M=y.distr==3?I=>Ns(I>0?I:y.clamp(n,I,y.min,y.max,y.key)):y.distr==4?I=>Nf(I,y.asinh):y.distr==100?I=>y.fwd(I):I=>I;return I=>{let N=M(I),{_min:G,_max:$}=y,oe=$-G;return(N-G)/oe}}function L(y){let M=b[y];if(M==null){let I=(i.scales||ul)[y]||ul;if(I.from!=null){L(I.from);let N=xn({},b[I.from],I,{key:y});N.valToPct=O(N),b[y]=N}else{M=b[y]=xn({},y==A?u_:mA,I),M.key=y;let N=M.time,G=M.range,$=lr(G);if((y!=A||s==2&&!N)&&($&&(G[0]==null||G[1]==null)&&(G={min:G[0]==null?u0:{mode:1,hard:G[0],soft:G[0]},max:G[1]==null?u0:{mode:1,hard:G[1],soft:G[1]}},$=!1),!$&&au(G))){let oe=G;G=(de,ye,Le)=>ye==null?Uo:nu(ye,Le,oe)}M.range=vt(G||(N?CA:y==A?M.distr==3?PA:M.distr==4?IA:b_:M.distr==3?S_:M.distr==4?M_:RA)),M.auto=vt($?!1:M.auto),M.clamp=vt(M.clamp||pA),M._min=M._max=null,M.valToPct=O(M)}}}L("x"),L("y"),s==1&&_.forEach(y=>{L(y.scale)}),T.forEach(y=>{L(y.scale)});for(let y in i.scales)L(y);let D=b[A],z=D.distr,H,U;D.ori==0?(wi(c,Gw),H=r,U=o):(wi(c,Vw),H=o,U=r);let W={};for(let y in b){let M=b[y];(M.min!=null||M.max!=null)&&(W[y]={min:M.min,max:M.max},M.min=M.max=null)}let Y=i.tzDate||(y=>new Date(Mn(y/p))),V=i.fmtDate||tp,le=p==1?GE(Y):WE(Y),K=S0(Y,b0(p==1?zE:HE,V)),j=w0(Y,M0(qE,V)),ie=[],ue=n.legend=xn({},$E,i.legend),he=n.cursor=xn({},tA,{drag:{y:s==2}},i.cursor),Q=ue.show,pe=he.show,_e=ue.markers;ue.idxs=ie,_e.width=vt(_e.width),_e.dash=vt(_e.dash),_e.stroke=vt(_e.stroke),_e.fill=vt(_e.fill);let Ae,be,Xe,ot=[],He=[],ft,ht=!1,it={};if(ue.live){let y=_[1]?_[1].values:null;ht=y!=null,ft=ht?y(n,1,0):{_:0};for(let M in ft)it[M]=$f}if(Q)if(Ae=Zi("table",jw,c),Xe=Zi("tbody",null,Ae),ue.mount(n,Ae),ht){be=Zi("thead",null,Ae,Xe);let y=Zi("tr",null,be);Zi("th",null,y);for(var Kt in ft)Zi("th",jg,y).textContent=Kt}else wi(Ae,eE),ue.live&&wi(Ae,Qw);let Ht={show:!0},hn={show:!1};function Ut(y,M){if(M==0&&(ht||!ue.live||s==2))return Uo;let I=[],N=Zi("tr",tE,Xe,Xe.childNodes[M]);wi(N,y.class),y.show||wi(N,Pr);let G=Zi("th",null,N);if(_e.show){let de=Di(nE,G);if(M>0){let ye=_e.width(n,M);ye&&(de.style.border=ye+"px "+_e.dash(n,M)+" "+_e.stroke(n,M)),de.style.background=_e.fill(n,M)}}let $=Di(jg,G);y.label instanceof HTMLElement?$.appendChild(y.label):$.textContent=y.label,M>0&&(_e.show||($.style.color=y.width>0?_e.stroke(n,M):_e.fill(n,M)),bt("click",G,de=>{if(he._lock)return;je(de);let ye=_.indexOf(y);if((de.ctrlKey||de.metaKey)!=ue.isolate){let Le=_.some((Ne,Oe)=>Oe>0&&Oe!=ye&&Ne.show);_.forEach((Ne,Oe)=>{Oe>0&&es(Oe,Le?Oe==ye?Ht:hn:Ht,!0,mn.setSeries)})}else es(ye,{show:!y.show},!0,mn.setSeries)},!1),Qe&&bt(n0,G,de=>{he._lock||(je(de),es(_.indexOf(y),Hr,!0,mn.setSeries))},!1));for(var oe in ft){let de=Zi("td",iE,N);de.textContent="--",I.push(de)}return[N,I]}let An=new Map;function bt(y,M,I,N=!0){let G=An.get(M)||{},$=he.bind[y](n,M,I,N);$&&(Ir(y,M,G[y]=$),An.set(M,G))}function yn(y,M,I){let N=An.get(M)||{};for(let G in N)(y==null||G==y)&&(Gf(G,M,N[G]),delete N[G]);y==null&&An.delete(M)}let en=0,un=0,B=0,Ce=0,$e=0,at=0,Se=$e,kt=at,Ve=B,Ye=Ce,R=0,S=0,X=0,ce=0;n.bbox={};let re=!1,ge=!1,xe=!1,ee=!1,ne=!1,fe=!1;function F(y,M,I){(I||y!=n.width||M!=n.height)&&se(y,M),ut(!1),xe=!0,ge=!0,Vn()}function se(y,M){n.width=en=B=y,n.height=un=Ce=M,$e=at=0,ve(),We();let I=n.bbox;R=I.left=Cr($e*At,.5),S=I.top=Cr(at*At,.5),X=I.width=Cr(B*At,.5),ce=I.height=Cr(Ce*At,.5)}let te=3;function Me(){let y=!1,M=0;for(;!y;){M++;let I=Or(M),N=Qi(M);y=M==te||I&&N,y||(se(n.width,n.height),ge=!0)}}function me({width:y,height:M}){F(y,M)}n.setSize=me;function ve(){let y=!1,M=!1,I=!1,N=!1;T.forEach((G,$)=>{if(G.show&&G._show){let{side:oe,_size:de}=G,ye=oe%2,Le=G.label!=null?G.labelSize:0,Ne=de+Le;Ne>0&&(ye?(B-=Ne,oe==3?($e+=Ne,N=!0):I=!0):(Ce-=Ne,oe==0?(at+=Ne,y=!0):M=!0))}}),Ji[0]=y,Ji[1]=I,Ji[2]=M,Ji[3]=N,B-=Oi[1]+Oi[3],$e+=Oi[3],Ce-=Oi[2]+Oi[0],at+=Oi[0]}function We(){let y=$e+B,M=at+Ce,I=$e,N=at;function G($,oe){switch($){case 1:return y+=oe,y-oe;case 2:return M+=oe,M-oe;case 3:return I-=oe,I+oe;case 0:return N-=oe,N+oe}}T.forEach(($,oe)=>{if($.show&&$._show){let de=$.side;$._pos=G(de,$._size),$.label!=null&&($._lpos=G(de,$.labelSize))}})}if(he.dataIdx==null){let y=he.hover,M=y.skip=new Set(y.skip??[]);M.add(void 0);let I=y.prox=vt(y.prox),N=y.bias??=0;he.dataIdx=(G,$,oe,de)=>{if($==0)return oe;let ye=oe,Le=I(G,$,oe,de)??Gt,Ne=Le>=0&&Le<Gt,Oe=D.ori==0?B:Ce,st=he.left,Et=e[0],Mt=e[$];if(M.has(Mt[oe])){ye=null;let _t=null,Je=null,qe;if(N==0||N==-1)for(qe=oe;_t==null&&qe-- >0;)M.has(Mt[qe])||(_t=qe);if(N==0||N==1)for(qe=oe;Je==null&&qe++<Mt.length;)M.has(Mt[qe])||(Je=qe);if(_t!=null||Je!=null)if(Ne){let Yt=_t==null?-1/0:H(Et[_t],D,Oe,0),sn=Je==null?1/0:H(Et[Je],D,Oe,0),Pn=st-Yt,Ft=sn-st;Pn<=Ft?Pn<=Le&&(ye=_t):Ft<=Le&&(ye=Je)}else ye=Je==null?_t:_t==null?Je:oe-_t<=Je-oe?_t:Je}else Ne&&wn(st-H(Et[oe],D,Oe,0))>Le&&(ye=null);return ye}}let je=y=>{he.event=y};he.idxs=ie,he._lock=!1;let ae=he.points;ae.show=vt(ae.show),ae.size=vt(ae.size),ae.stroke=vt(ae.stroke),ae.width=vt(ae.width),ae.fill=vt(ae.fill);let Be=n.focus=xn({},i.focus||{alpha:.3},he.focus),Qe=Be.prox>=0,Te=Qe&&ae.one,ct=[],Wt=[],qn=[];function Vo(y,M){let I=ae.show(n,M);if(I instanceof HTMLElement)return wi(I,Jw),wi(I,y.class),ms(I,-10,-10,B,Ce),g.insertBefore(I,ct[M]),I}function Nr(y,M){if(s==1||M>0){let I=s==1&&b[y.scale].time,N=y.value;y.value=I?_0(N)?w0(Y,M0(N,V)):N||j:N||uA,y.label=y.label||(I?iA:nA)}if(Te||M>0){y.width=y.width==null?1:y.width,y.paths=y.paths||EA||mE,y.fillTo=vt(y.fillTo||gA),y.pxAlign=+wt(y.pxAlign,v),y.pxRound=D0(y.pxAlign),y.stroke=vt(y.stroke||null),y.fill=vt(y.fill||null),y._stroke=y._fill=y._paths=y._focus=null;let I=dA(si(1,y.width),1),N=y.points=xn({},{size:I,width:si(1,I*.2),stroke:y.stroke,space:I*2,paths:AA,_stroke:null,_fill:null},y.points);N.show=vt(N.show),N.filter=vt(N.filter),N.fill=vt(N.fill),N.stroke=vt(N.stroke),N.paths=vt(N.paths),N.pxAlign=y.pxAlign}if(Q){let I=Ut(y,M);ot.splice(M,0,I[0]),He.splice(M,0,I[1]),ue.values.push(null)}if(pe){ie.splice(M,0,null);let I=null;Te?M==0&&(I=Vo(y,M)):M>0&&(I=Vo(y,M)),ct.splice(M,0,I),Wt.splice(M,0,0),qn.splice(M,0,0)}Rn("addSeries",M)}function Zu(y,M){M=M??_.length,y=s==1?Yf(y,M,A0,I0):Yf(y,M,{},P0),_.splice(M,0,y),Nr(_[M],M)}n.addSeries=Zu;function wl(y){if(_.splice(y,1),Q){ue.values.splice(y,1),He.splice(y,1);let M=ot.splice(y,1)[0];yn(null,M.firstChild),M.remove()}pe&&(ie.splice(y,1),ct.splice(y,1)[0].remove(),Wt.splice(y,1),qn.splice(y,1)),Rn("delSeries",y)}n.delSeries=wl;let Ji=[!1,!1,!1,!1];function gs(y,M){if(y._show=y.show,y.show){let I=y.side%2,N=b[y.scale];N==null&&(y.scale=I?_[1].scale:A,N=b[y.scale]);let G=N.time;y.size=vt(y.size),y.space=vt(y.space),y.rotate=vt(y.rotate),lr(y.incrs)&&y.incrs.forEach(oe=>{!cr.has(oe)&&cr.set(oe,q0(oe))}),y.incrs=vt(y.incrs||(N.distr==2?OE:G?p==1?kE:VE:Rr)),y.splits=vt(y.splits||(G&&N.distr==1?le:N.distr==3?Hf:N.distr==4?oA:rA)),y.stroke=vt(y.stroke),y.grid.stroke=vt(y.grid.stroke),y.ticks.stroke=vt(y.ticks.stroke),y.border.stroke=vt(y.border.stroke);let $=y.values;y.values=lr($)&&!lr($[0])?vt($):G?lr($)?S0(Y,b0($,V)):_0($)?XE(Y,$):$||K:$||sA,y.filter=vt(y.filter||(N.distr>=3&&N.log==10?cA:N.distr==3&&N.log==2?hA:W0)),y.font=O0(y.font),y.labelFont=O0(y.labelFont),y._size=y.size(n,null,M,0),y._space=y._rotate=y._incrs=y._found=y._splits=y._values=null,y._size>0&&(Ji[M]=!0,y._el=Di(Yw,u))}}function _s(y,M,I,N){let[G,$,oe,de]=I,ye=M%2,Le=0;return ye==0&&(de||$)&&(Le=M==0&&!G||M==2&&!oe?Mn(E0.size/3):0),ye==1&&(G||oe)&&(Le=M==1&&!$||M==3&&!de?Mn(C0.size/2):0),Le}let Ho=n.padding=(i.padding||[_s,_s,_s,_s]).map(y=>vt(wt(y,_s))),Oi=n._padding=Ho.map((y,M)=>y(n,M,Ji,0)),tn,on=null,an=null,ji=s==1?_[0].idxs:null,di=null,Os=!1;function Wo(y,M){if(e=y??[],n.data=n._data=e,s==2){tn=0;for(let I=1;I<_.length;I++)tn+=e[I][0].length}else{e.length==0&&(n.data=n._data=e=[[]]),di=e[0],tn=di.length;let I=e;if(z==2){I=e.slice();let N=I[0]=Array(tn);for(let G=0;G<tn;G++)N[G]=G}n._data=e=I}if(ut(!0),Rn("setData"),z==2&&(xe=!0),M!==!1){let I=D;I.auto(n,Os)?Xo():zs(A,I.min,I.max),ee=ee||he.left>=0,fe=!0,Vn()}}n.setData=Wo;function Xo(){Os=!0;let y,M;s==1&&(tn>0?(on=ji[0]=0,an=ji[1]=tn-1,y=e[0][on],M=e[0][an],z==2?(y=on,M=an):y==M&&(z==3?[y,M]=ru(y,y,D.log,!1):z==4?[y,M]=Jf(y,y,D.log,!1):D.time?M=y+Mn(86400/p):[y,M]=nu(y,M,jf,!0))):(on=ji[0]=y=null,an=ji[1]=M=null)),zs(A,y,M)}let Ur,Bs,Fr,E,k,J,q,Z,we,Pe;function Ee(y,M,I,N,G,$){y??=e0,I??=ep,N??="butt",G??=e0,$??="round",y!=Ur&&(d.strokeStyle=Ur=y),G!=Bs&&(d.fillStyle=Bs=G),M!=Fr&&(d.lineWidth=Fr=M),$!=k&&(d.lineJoin=k=$),N!=J&&(d.lineCap=J=N),I!=E&&d.setLineDash(E=I)}function Ie(y,M,I,N){M!=Bs&&(d.fillStyle=Bs=M),y!=q&&(d.font=q=y),I!=Z&&(d.textAlign=Z=I),N!=we&&(d.textBaseline=we=N)}function ze(y,M,I,N,G=0){if(N.length>0&&y.auto(n,Os)&&(M==null||M.min==null)){let $=wt(on,0),oe=wt(an,N.length-1),de=I.min==null?cE(N,$,oe,G,y.distr==3):[I.min,I.max];y.min=Ki(y.min,I.min=de[0]),y.max=si(y.max,I.max=de[1])}}let tt={min:null,max:null};function pt(){for(let N in b){let G=b[N];W[N]==null&&(G.min==null||W[A]!=null&&G.auto(n,Os))&&(W[N]=tt)}for(let N in b){let G=b[N];W[N]==null&&G.from!=null&&W[G.from]!=null&&(W[N]=tt)}W[A]!=null&&ut(!0);let y={};for(let N in W){let G=W[N];if(G!=null){let $=y[N]=Fo(b[N],xE);if(G.min!=null)xn($,G);else if(N!=A||s==2)if(tn==0&&$.from==null){let oe=$.range(n,null,null,N);$.min=oe[0],$.max=oe[1]}else $.min=Gt,$.max=-Gt}}if(tn>0){_.forEach((N,G)=>{if(s==1){let $=N.scale,oe=W[$];if(oe==null)return;let de=y[$];if(G==0){let ye=de.range(n,de.min,de.max,$);de.min=ye[0],de.max=ye[1],on=$i(de.min,e[0]),an=$i(de.max,e[0]),an-on>1&&(e[0][on]<de.min&&on++,e[0][an]>de.max&&an--),N.min=di[on],N.max=di[an]}else N.show&&N.auto&&ze(de,oe,N,e[G],N.sorted);N.idxs[0]=on,N.idxs[1]=an}else if(G>0&&N.show&&N.auto){let[$,oe]=N.facets,de=$.scale,ye=oe.scale,[Le,Ne]=e[G],Oe=y[de],st=y[ye];Oe!=null&&ze(Oe,W[de],$,Le,$.sorted),st!=null&&ze(st,W[ye],oe,Ne,oe.sorted),N.min=oe.min,N.max=oe.max}});for(let N in y){let G=y[N],$=W[N];if(G.from==null&&($==null||$.min==null)){let oe=G.range(n,G.min==Gt?null:G.min,G.max==-Gt?null:G.max,N);G.min=oe[0],G.max=oe[1]}}}for(let N in y){let G=y[N];if(G.from!=null){let $=y[G.from];if($.min==null)G.min=G.max=null;else{let oe=G.range(n,$.min,$.max,N);G.min=oe[0],G.max=oe[1]}}}let M={},I=!1;for(let N in y){let G=y[N],$=b[N];if($.min!=G.min||$.max!=G.max){$.min=G.min,$.max=G.max;let oe=$.distr;$._min=oe==3?Ns($.min):oe==4?Nf($.min,$.asinh):oe==100?$.fwd($.min):$.min,$._max=oe==3?Ns($.max):oe==4?Nf($.max,$.asinh):oe==100?$.fwd($.max):$.max,M[N]=I=!0}}if(I){_.forEach((N,G)=>{s==2?G>0&&M.y&&(N._paths=null):M[N.scale]&&(N._paths=null)});for(let N in M)xe=!0,Rn("setScale",N);pe&&he.left>=0&&(ee=fe=!0)}for(let N in W)W[N]=null}function ke(y){let M=Vf(on-1,0,tn-1),I=Vf(an+1,0,tn-1);for(;y[M]==null&&M>0;)M--;for(;y[I]==null&&I<tn-1;)I++;return[M,I]}function mt(){if(tn>0){let y=_.some(M=>M._focus)&&Pe!=Be.alpha;y&&(d.globalAlpha=Pe=Be.alpha),_.forEach((M,I)=>{if(I>0&&M.show&&(Qt(I,!1),Qt(I,!0),M._paths==null)){let N=Pe;Pe!=M.alpha&&(d.globalAlpha=Pe=M.alpha);let G=s==2?[0,e[I][0].length-1]:ke(e[I]);M._paths=M.paths(n,I,G[0],G[1]),Pe!=N&&(d.globalAlpha=Pe=N)}}),_.forEach((M,I)=>{if(I>0&&M.show){let N=Pe;Pe!=M.alpha&&(d.globalAlpha=Pe=M.alpha),M._paths!=null&&It(I,!1);{let G=M._paths!=null?M._paths.gaps:null,$=M.points.show(n,I,on,an,G),oe=M.points.filter(n,I,$,G);($||oe)&&(M.points._paths=M.points.paths(n,I,on,an,oe),It(I,!0))}Pe!=N&&(d.globalAlpha=Pe=N),Rn("drawSeries",I)}}),y&&(d.globalAlpha=Pe=1)}}function Qt(y,M){let I=M?_[y].points:_[y];I._stroke=I.stroke(n,y),I._fill=I.fill(n,y)}function It(y,M){let I=M?_[y].points:_[y],{stroke:N,fill:G,clip:$,flags:oe,_stroke:de=I._stroke,_fill:ye=I._fill,_width:Le=I.width}=I._paths;Le=Vt(Le*At,3);let Ne=null,Oe=Le%2/2;M&&ye==null&&(ye=Le>0?"#fff":de);let st=I.pxAlign==1&&Oe>0;if(st&&d.translate(Oe,Oe),!M){let Et=R-Le/2,Mt=S-Le/2,_t=X+Le,Je=ce+Le;Ne=new Path2D,Ne.rect(Et,Mt,_t,Je)}M?Fe(de,Le,I.dash,I.cap,ye,N,G,oe,$):Lt(y,de,Le,I.dash,I.cap,ye,N,G,oe,Ne,$),st&&d.translate(-Oe,-Oe)}function Lt(y,M,I,N,G,$,oe,de,ye,Le,Ne){let Oe=!1;ye!=0&&C.forEach((st,Et)=>{if(st.series[0]==y){let Mt=_[st.series[1]],_t=e[st.series[1]],Je=(Mt._paths||ul).band;lr(Je)&&(Je=st.dir==1?Je[0]:Je[1]);let qe,Yt=null;Mt.show&&Je&&uE(_t,on,an)?(Yt=st.fill(n,Et)||$,qe=Mt._paths.clip):Je=null,Fe(M,I,N,G,Yt,oe,de,ye,Le,Ne,qe,Je),Oe=!0}}),Oe||Fe(M,I,N,G,$,oe,de,ye,Le,Ne)}let vn=Oo|Xf;function Fe(y,M,I,N,G,$,oe,de,ye,Le,Ne,Oe){Ee(y,M,I,N,G),(ye||Le||Oe)&&(d.save(),ye&&d.clip(ye),Le&&d.clip(Le)),Oe?(de&vn)==vn?(d.clip(Oe),Ne&&d.clip(Ne),xt(G,oe),dn(y,$,M)):de&Xf?(xt(G,oe),d.clip(Oe),dn(y,$,M)):de&Oo&&(d.save(),d.clip(Oe),Ne&&d.clip(Ne),xt(G,oe),d.restore(),dn(y,$,M)):(xt(G,oe),dn(y,$,M)),(ye||Le||Oe)&&d.restore()}function dn(y,M,I){I>0&&(M instanceof Map?M.forEach((N,G)=>{d.strokeStyle=Ur=G,d.stroke(N)}):M!=null&&y&&d.stroke(M))}function xt(y,M){M instanceof Map?M.forEach((I,N)=>{d.fillStyle=Bs=N,d.fill(I)}):M!=null&&y&&d.fill(M)}function xs(y,M,I,N){let G=T[y],$;if(N<=0)$=[0,0];else{let oe=G._space=G.space(n,y,M,I,N),de=G._incrs=G.incrs(n,y,M,I,N,oe);$=LA(M,I,de,N,oe)}return G._found=$}function fn(y,M,I,N,G,$,oe,de,ye,Le){let Ne=oe%2/2;v==1&&d.translate(Ne,Ne),Ee(de,oe,ye,Le,de),d.beginPath();let Oe,st,Et,Mt,_t=G+(N==0||N==3?-$:$);I==0?(st=G,Mt=_t):(Oe=G,Et=_t);for(let Je=0;Je<y.length;Je++)M[Je]!=null&&(I==0?Oe=Et=y[Je]:st=Mt=y[Je],d.moveTo(Oe,st),d.lineTo(Et,Mt));d.stroke(),v==1&&d.translate(-Ne,-Ne)}function Or(y){let M=!0;return T.forEach((I,N)=>{if(!I.show)return;let G=b[I.scale];if(G.min==null){I._show&&(M=!1,I._show=!1,ut(!1));return}else I._show||(M=!1,I._show=!0,ut(!1));let $=I.side,oe=$%2,{min:de,max:ye}=G,[Le,Ne]=xs(N,de,ye,oe==0?B:Ce);if(Ne==0)return;let Oe=G.distr==2,st=I._splits=I.splits(n,N,de,ye,Le,Ne,Oe),Et=G.distr==2?st.map(qe=>di[qe]):st,Mt=G.distr==2?di[st[1]]-di[st[0]]:Le,_t=I._values=I.values(n,I.filter(n,Et,N,Ne,Mt),N,Ne,Mt);I._rotate=$==2?I.rotate(n,_t,N,Ne):0;let Je=I._size;I._size=Ni(I.size(n,_t,N,y)),Je!=null&&I._size!=Je&&(M=!1)}),M}function Qi(y){let M=!0;return Ho.forEach((I,N)=>{let G=I(n,N,Ji,y);G!=Oi[N]&&(M=!1),Oi[N]=G}),M}function ys(){for(let y=0;y<T.length;y++){let M=T[y];if(!M.show||!M._show)continue;let I=M.side,N=I%2,G,$,oe=M.stroke(n,y),de=I==0||I==3?-1:1,[ye,Le]=M._found;if(M.label!=null){let $n=M.labelGap*de,mi=Mn((M._lpos+$n)*At);Ie(M.labelFont[0],oe,"center",I==2?"top":Qg),d.save(),N==1?(G=$=0,d.translate(mi,Mn(S+ce/2)),d.rotate((I==3?-eu:eu)/2)):(G=Mn(R+X/2),$=mi);let dr=V0(M.label)?M.label(n,y,ye,Le):M.label;d.fillText(dr,G,$),d.restore()}if(Le==0)continue;let Ne=b[M.scale],Oe=N==0?X:ce,st=N==0?R:S,Et=M._splits,Mt=Ne.distr==2?Et.map($n=>di[$n]):Et,_t=Ne.distr==2?di[Et[1]]-di[Et[0]]:ye,Je=M.ticks,qe=M.border,Yt=Je.show?Je.size:0,sn=Mn(Yt*At),Pn=Mn((M.alignTo==2?M._size-Yt-M.gap:M.gap)*At),Ft=M._rotate*-eu/180,rn=m(M._pos*At),fi=(sn+Pn)*de,Zn=rn+fi;$=N==0?Zn:0,G=N==1?Zn:0;let Ti=M.font[0],Bi=M.align==1?Io:M.align==2?If:Ft>0?Io:Ft<0?If:N==0?"center":I==3?If:Io,ns=Ft||N==1?"middle":I==2?"top":Qg;Ie(Ti,oe,Bi,ns);let pi=M.font[1]*M.lineGap,Ci=Et.map($n=>m(a($n,Ne,Oe,st))),ki=M._values;for(let $n=0;$n<ki.length;$n++){let mi=ki[$n];if(mi!=null){N==0?G=Ci[$n]:$=Ci[$n],mi=""+mi;let dr=mi.indexOf(`
`)==-1?[mi]:mi.split(/\n/gm);for(let Kn=0;Kn<dr.length;Kn++){let Fp=dr[Kn];Ft?(d.save(),d.translate(G,$+Kn*pi),d.rotate(Ft),d.fillText(Fp,0,0),d.restore()):d.fillText(Fp,G,$+Kn*pi)}}}Je.show&&fn(Ci,Je.filter(n,Mt,y,Le,_t),N,I,rn,sn,Vt(Je.width*At,3),Je.stroke(n,y),Je.dash,Je.cap);let is=M.grid;is.show&&fn(Ci,is.filter(n,Mt,y,Le,_t),N,N==0?2:1,N==0?S:R,N==0?ce:X,Vt(is.width*At,3),is.stroke(n,y),is.dash,is.cap),qe.show&&fn([rn],[1],N==0?1:0,N==0?1:2,N==1?S:R,N==1?ce:X,Vt(qe.width*At,3),qe.stroke(n,y),qe.dash,qe.cap)}Rn("drawAxes")}function ut(y){_.forEach((M,I)=>{I>0&&(M._paths=null,y&&(s==1?(M.min=null,M.max=null):M.facets.forEach(N=>{N.min=null,N.max=null})))})}let nn=!1,Yn=!1,Dt=[];function pn(){Yn=!1;for(let y=0;y<Dt.length;y++)Rn(...Dt[y]);Dt.length=0}function Vn(){nn||(EE(xp),nn=!0)}function El(y,M=!1){nn=!0,Yn=M,y(n),xp(),M&&Dt.length>0&&queueMicrotask(pn)}n.batch=El;function xp(){if(re&&(pt(),re=!1),xe&&(Me(),xe=!1),ge){if($t(f,Io,$e),$t(f,"top",at),$t(f,al,B),$t(f,ll,Ce),$t(g,Io,$e),$t(g,"top",at),$t(g,al,B),$t(g,ll,Ce),$t(u,al,en),$t(u,ll,un),h.width=Mn(en*At),h.height=Mn(un*At),T.forEach(({_el:y,_show:M,_size:I,_pos:N,side:G})=>{if(y!=null)if(M){let $=G===3||G===0?I:0,oe=G%2==1;$t(y,oe?"left":"top",N-$),$t(y,oe?"width":"height",I),$t(y,oe?"top":"left",oe?at:$e),$t(y,oe?"height":"width",oe?Ce:B),zf(y,Pr)}else wi(y,Pr)}),Ur=Bs=Fr=k=J=q=Z=we=E=null,Pe=1,Zo(!0),$e!=Se||at!=kt||B!=Ve||Ce!=Ye){ut(!1);let y=B/Ve,M=Ce/Ye;if(pe&&!ee&&he.left>=0){he.left*=y,he.top*=M,Br&&ms(Br,Mn(he.left),0,B,Ce),kr&&ms(kr,0,Mn(he.top),B,Ce);for(let I=0;I<ct.length;I++){let N=ct[I];N!=null&&(Wt[I]*=y,qn[I]*=M,ms(N,Ni(Wt[I]),Ni(qn[I]),B,Ce))}}if(qt.show&&!ne&&qt.left>=0&&qt.width>0){qt.left*=y,qt.width*=y,qt.top*=M,qt.height*=M;for(let I in ed)$t(Vr,I,qt[I])}Se=$e,kt=at,Ve=B,Ye=Ce}Rn("setSize"),ge=!1}en>0&&un>0&&(d.clearRect(0,0,h.width,h.height),Rn("drawClear"),w.forEach(y=>y()),Rn("draw")),qt.show&&ne&&(Al(qt),ne=!1),pe&&ee&&(ur(null,!0,!1),ee=!1),ue.show&&ue.live&&fe&&(ju(),fe=!1),l||(l=!0,n.status=1,Rn("ready")),Os=!1,nn=!1}n.redraw=(y,M)=>{xe=M||!1,y!==!1?zs(A,D.min,D.max):Vn()};function $u(y,M){let I=b[y];if(I.from==null){if(tn==0){let N=I.range(n,M.min,M.max,y);M.min=N[0],M.max=N[1]}if(M.min>M.max){let N=M.min;M.min=M.max,M.max=N}if(tn>1&&M.min!=null&&M.max!=null&&M.max-M.min<1e-16)return;y==A&&I.distr==2&&tn>0&&(M.min=$i(M.min,e[0]),M.max=$i(M.max,e[0]),M.min==M.max&&M.max++),W[y]=M,re=!0,Vn()}}n.setScale=$u;let Ku,Ju,Br,kr,yp,vp,zr,Gr,bp,Sp,Xt,Jt,ks=!1,Un=he.drag,Tn=Un.x,Cn=Un.y;pe&&(he.x&&(Ku=Di($w,g)),he.y&&(Ju=Di(Kw,g)),D.ori==0?(Br=Ku,kr=Ju):(Br=Ju,kr=Ku),Xt=he.left,Jt=he.top);let qt=n.select=xn({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),Vr=qt.show?Di(Zw,qt.over?g:f):null;function Al(y,M){if(qt.show){for(let I in y)qt[I]=y[I],I in ed&&$t(Vr,I,y[I]);M!==!1&&Rn("setSelect")}}n.setSelect=Al;function dx(y){if(_[y].show)Q&&zf(ot[y],Pr);else if(Q&&wi(ot[y],Pr),pe){let I=Te?ct[0]:ct[y];I!=null&&ms(I,-10,-10,B,Ce)}}function zs(y,M,I){$u(y,{min:M,max:I})}function es(y,M,I,N){M.focus!=null&&_x(y),M.show!=null&&_.forEach((G,$)=>{$>0&&(y==$||y==null)&&(G.show=M.show,dx($),s==2?(zs(G.facets[0].scale,null,null),zs(G.facets[1].scale,null,null)):zs(G.scale,null,null),Vn())}),I!==!1&&Rn("setSeries",y,M),N&&$o("setSeries",n,y,M)}n.setSeries=es;function fx(y,M){xn(C[y],M)}function px(y,M){y.fill=vt(y.fill||null),y.dir=wt(y.dir,-1),M=M??C.length,C.splice(M,0,y)}function mx(y){y==null?C.length=0:C.splice(y,1)}n.addBand=px,n.setBand=fx,n.delBand=mx;function gx(y,M){_[y].alpha=M,pe&&ct[y]!=null&&(ct[y].style.opacity=M),Q&&ot[y]&&(ot[y].style.opacity=M)}let vs,Gs,hr,Hr={focus:!0};function _x(y){if(y!=hr){let M=y==null,I=Be.alpha!=1;_.forEach((N,G)=>{if(s==1||G>0){let $=M||G==0||G==y;N._focus=M?null:$,I&&gx(G,$?1:Be.alpha)}}),hr=y,I&&Vn()}}Q&&Qe&&bt(i0,Ae,y=>{he._lock||(je(y),hr!=null&&es(null,Hr,!0,mn.setSeries))});function ts(y,M,I){let N=b[M];I&&(y=y/At-(N.ori==1?at:$e));let G=B;N.ori==1&&(G=Ce,y=G-y),N.dir==-1&&(y=G-y);let $=N._min,oe=N._max,de=y/G,ye=$+(oe-$)*de,Le=N.distr;return Le==3?No(10,ye):Le==4?fE(ye,N.asinh):Le==100?N.bwd(ye):ye}function xx(y,M){let I=ts(y,A,M);return $i(I,e[0],on,an)}n.valToIdx=y=>$i(y,e[0]),n.posToIdx=xx,n.posToVal=ts,n.valToPos=(y,M,I)=>b[M].ori==0?r(y,b[M],I?X:B,I?R:0):o(y,b[M],I?ce:Ce,I?S:0),n.setCursor=(y,M,I)=>{Xt=y.left,Jt=y.top,ur(null,M,I)};function Mp(y,M){$t(Vr,Io,qt.left=y),$t(Vr,al,qt.width=M)}function wp(y,M){$t(Vr,"top",qt.top=y),$t(Vr,ll,qt.height=M)}let qo=D.ori==0?Mp:wp,Yo=D.ori==1?Mp:wp;function yx(){if(Q&&ue.live)for(let y=s==2?1:0;y<_.length;y++){if(y==0&&ht)continue;let M=ue.values[y],I=0;for(let N in M)He[y][I++].firstChild.nodeValue=M[N]}}function ju(y,M){if(y!=null&&(y.idxs?y.idxs.forEach((I,N)=>{ie[N]=I}):_E(y.idx)||ie.fill(y.idx),ue.idx=ie[0]),Q&&ue.live){for(let I=0;I<_.length;I++)(I>0||s==1&&!ht)&&vx(I,ie[I]);yx()}fe=!1,M!==!1&&Rn("setLegend")}n.setLegend=ju;function vx(y,M){let I=_[y],N=y==0&&z==2?di:e[y],G;ht?G=I.values(n,y,M)??it:(G=I.value(n,M==null?null:N[M],y,M),G=G==null?it:{_:G}),ue.values[y]=G}function ur(y,M,I){bp=Xt,Sp=Jt,[Xt,Jt]=he.move(n,Xt,Jt),he.left=Xt,he.top=Jt,pe&&(Br&&ms(Br,Mn(Xt),0,B,Ce),kr&&ms(kr,0,Mn(Jt),B,Ce));let N,G=on>an;vs=Gt,Gs=null;let $=D.ori==0?B:Ce,oe=D.ori==1?B:Ce;if(Xt<0||tn==0||G){N=he.idx=null;for(let de=0;de<_.length;de++){let ye=ct[de];ye!=null&&ms(ye,-10,-10,B,Ce)}Qe&&es(null,Hr,!0,y==null&&mn.setSeries),ue.live&&(ie.fill(N),fe=!0)}else{let de,ye,Le;s==1&&(de=D.ori==0?Xt:Jt,ye=ts(de,A),N=he.idx=$i(ye,e[0],on,an),Le=H(e[0][N],D,$,0));let Ne=-10,Oe=-10,st=0,Et=0,Mt=!0,_t="",Je="";for(let qe=s==2?1:0;qe<_.length;qe++){let Yt=_[qe],sn=ie[qe],Pn=sn==null?null:s==1?e[qe][sn]:e[qe][1][sn],Ft=he.dataIdx(n,qe,N,ye),rn=Ft==null?null:s==1?e[qe][Ft]:e[qe][1][Ft];if(fe=fe||rn!=Pn||Ft!=sn,ie[qe]=Ft,qe>0&&Yt.show){let fi=Ft==null?-10:Ft==N?Le:H(s==1?e[0][Ft]:e[qe][0][Ft],D,$,0),Zn=rn==null?-10:U(rn,s==1?b[Yt.scale]:b[Yt.facets[1].scale],oe,0);if(Qe&&rn!=null){let Ti=D.ori==1?Xt:Jt,Bi=wn(Be.dist(n,qe,Ft,Zn,Ti));if(Bi<vs){let ns=Be.bias;if(ns!=0){let pi=ts(Ti,Yt.scale),Ci=rn>=0?1:-1,ki=pi>=0?1:-1;ki==Ci&&(ki==1?ns==1?rn>=pi:rn<=pi:ns==1?rn<=pi:rn>=pi)&&(vs=Bi,Gs=qe)}else vs=Bi,Gs=qe}}if(fe||Te){let Ti,Bi;D.ori==0?(Ti=fi,Bi=Zn):(Ti=Zn,Bi=fi);let ns,pi,Ci,ki,is,$n,mi=!0,dr=ae.bbox;if(dr!=null){mi=!1;let Kn=dr(n,qe);Ci=Kn.left,ki=Kn.top,ns=Kn.width,pi=Kn.height}else Ci=Ti,ki=Bi,ns=pi=ae.size(n,qe);if($n=ae.fill(n,qe),is=ae.stroke(n,qe),Te)qe==Gs&&vs<=Be.prox&&(Ne=Ci,Oe=ki,st=ns,Et=pi,Mt=mi,_t=$n,Je=is);else{let Kn=ct[qe];Kn!=null&&(Wt[qe]=Ci,qn[qe]=ki,h0(Kn,ns,pi,mi),l0(Kn,$n,is),ms(Kn,Ni(Ci),Ni(ki),B,Ce))}}}}if(Te){let qe=Be.prox,Yt=hr==null?vs<=qe:vs>qe||Gs!=hr;if(fe||Yt){let sn=ct[0];sn!=null&&(Wt[0]=Ne,qn[0]=Oe,h0(sn,st,Et,Mt),l0(sn,_t,Je),ms(sn,Ni(Ne),Ni(Oe),B,Ce))}}}if(qt.show&&ks)if(y!=null){let[de,ye]=mn.scales,[Le,Ne]=mn.match,[Oe,st]=y.cursor.sync.scales,Et=y.cursor.drag;if(Tn=Et._x,Cn=Et._y,Tn||Cn){let{left:Mt,top:_t,width:Je,height:qe}=y.select,Yt=y.scales[Oe].ori,sn=y.posToVal,Pn,Ft,rn,fi,Zn,Ti=de!=null&&Le(de,Oe),Bi=ye!=null&&Ne(ye,st);Ti&&Tn?(Yt==0?(Pn=Mt,Ft=Je):(Pn=_t,Ft=qe),rn=b[de],fi=H(sn(Pn,Oe),rn,$,0),Zn=H(sn(Pn+Ft,Oe),rn,$,0),qo(Ki(fi,Zn),wn(Zn-fi))):qo(0,$),Bi&&Cn?(Yt==1?(Pn=Mt,Ft=Je):(Pn=_t,Ft=qe),rn=b[ye],fi=U(sn(Pn,st),rn,oe,0),Zn=U(sn(Pn+Ft,st),rn,oe,0),Yo(Ki(fi,Zn),wn(Zn-fi))):Yo(0,oe)}else td()}else{let de=wn(bp-yp),ye=wn(Sp-vp);if(D.ori==1){let st=de;de=ye,ye=st}Tn=Un.x&&de>=Un.dist,Cn=Un.y&&ye>=Un.dist;let Le=Un.uni;Le!=null?Tn&&Cn&&(Tn=de>=Le,Cn=ye>=Le,!Tn&&!Cn&&(ye>de?Cn=!0:Tn=!0)):Un.x&&Un.y&&(Tn||Cn)&&(Tn=Cn=!0);let Ne,Oe;Tn&&(D.ori==0?(Ne=zr,Oe=Xt):(Ne=Gr,Oe=Jt),qo(Ki(Ne,Oe),wn(Oe-Ne)),Cn||Yo(0,oe)),Cn&&(D.ori==1?(Ne=zr,Oe=Xt):(Ne=Gr,Oe=Jt),Yo(Ki(Ne,Oe),wn(Oe-Ne)),Tn||qo(0,$)),!Tn&&!Cn&&(qo(0,0),Yo(0,0))}if(Un._x=Tn,Un._y=Cn,y==null){if(I){if(Up!=null){let[de,ye]=mn.scales;mn.values[0]=de!=null?ts(D.ori==0?Xt:Jt,de):null,mn.values[1]=ye!=null?ts(D.ori==1?Xt:Jt,ye):null}$o(Lf,n,Xt,Jt,B,Ce,N)}if(Qe){let de=I&&mn.setSeries,ye=Be.prox;hr==null?vs<=ye&&es(Gs,Hr,!0,de):vs>ye?es(null,Hr,!0,de):Gs!=hr&&es(Gs,Hr,!0,de)}}fe&&(ue.idx=N,ju()),M!==!1&&Rn("setCursor")}let Vs=null;Object.defineProperty(n,"rect",{get(){return Vs==null&&Zo(!1),Vs}});function Zo(y=!1){y?Vs=null:(Vs=g.getBoundingClientRect(),Rn("syncRect",Vs))}function Ep(y,M,I,N,G,$,oe){he._lock||ks&&y!=null&&y.movementX==0&&y.movementY==0||(Qu(y,M,I,N,G,$,oe,!1,y!=null),y!=null?ur(null,!0,!0):ur(M,!0,!1))}function Qu(y,M,I,N,G,$,oe,de,ye){if(Vs==null&&Zo(!1),je(y),y!=null)I=y.clientX-Vs.left,N=y.clientY-Vs.top;else{if(I<0||N<0){Xt=-10,Jt=-10;return}let[Le,Ne]=mn.scales,Oe=M.cursor.sync,[st,Et]=Oe.values,[Mt,_t]=Oe.scales,[Je,qe]=mn.match,Yt=M.axes[0].side%2==1,sn=D.ori==0?B:Ce,Pn=D.ori==1?B:Ce,Ft=Yt?$:G,rn=Yt?G:$,fi=Yt?N:I,Zn=Yt?I:N;if(Mt!=null?I=Je(Le,Mt)?a(st,b[Le],sn,0):-10:I=sn*(fi/Ft),_t!=null?N=qe(Ne,_t)?a(Et,b[Ne],Pn,0):-10:N=Pn*(Zn/rn),D.ori==1){let Ti=I;I=N,N=Ti}}ye&&(M==null||M.cursor.event.type==Lf)&&((I<=1||I>=B-1)&&(I=Cr(I,B)),(N<=1||N>=Ce-1)&&(N=Cr(N,Ce))),de?(yp=I,vp=N,[zr,Gr]=he.move(n,I,N)):(Xt=I,Jt=N)}let ed={width:0,height:0,left:0,top:0};function td(){Al(ed,!1)}let Ap,Tp,Cp,Rp;function Pp(y,M,I,N,G,$,oe){ks=!0,Tn=Cn=Un._x=Un._y=!1,Qu(y,M,I,N,G,$,oe,!0,!1),y!=null&&(bt(Df,Bf,Ip,!1),$o(t0,n,zr,Gr,B,Ce,null));let{left:de,top:ye,width:Le,height:Ne}=qt;Ap=de,Tp=ye,Cp=Le,Rp=Ne}function Ip(y,M,I,N,G,$,oe){ks=Un._x=Un._y=!1,Qu(y,M,I,N,G,$,oe,!1,!0);let{left:de,top:ye,width:Le,height:Ne}=qt,Oe=Le>0||Ne>0,st=Ap!=de||Tp!=ye||Cp!=Le||Rp!=Ne;if(Oe&&st&&Al(qt),Un.setScale&&Oe&&st){let Et=de,Mt=Le,_t=ye,Je=Ne;if(D.ori==1&&(Et=ye,Mt=Ne,_t=de,Je=Le),Tn&&zs(A,ts(Et,A),ts(Et+Mt,A)),Cn)for(let qe in b){let Yt=b[qe];qe!=A&&Yt.from==null&&Yt.min!=Gt&&zs(qe,ts(_t+Je,qe),ts(_t,qe))}td()}else he.lock&&(he._lock=!he._lock,ur(M,!0,y!=null));y!=null&&(yn(Df,Bf),$o(Df,n,Xt,Jt,B,Ce,null))}function bx(y,M,I,N,G,$,oe){if(he._lock)return;je(y);let de=ks;if(ks){let ye=!0,Le=!0,Ne=10,Oe,st;D.ori==0?(Oe=Tn,st=Cn):(Oe=Cn,st=Tn),Oe&&st&&(ye=Xt<=Ne||Xt>=B-Ne,Le=Jt<=Ne||Jt>=Ce-Ne),Oe&&ye&&(Xt=Xt<zr?0:B),st&&Le&&(Jt=Jt<Gr?0:Ce),ur(null,!0,!0),ks=!1}Xt=-10,Jt=-10,ie.fill(null),ur(null,!0,!0),de&&(ks=de)}function Lp(y,M,I,N,G,$,oe){he._lock||(je(y),Xo(),td(),y!=null&&$o(s0,n,Xt,Jt,B,Ce,null))}function Dp(){T.forEach(DA),F(n.width,n.height,!0)}Ir(tu,Do,Dp);let Wr={};Wr.mousedown=Pp,Wr.mousemove=Ep,Wr.mouseup=Ip,Wr.dblclick=Lp,Wr.setSeries=(y,M,I,N)=>{let G=mn.match[2];I=G(n,M,I),I!=-1&&es(I,N,!0,!1)},pe&&(bt(t0,g,Pp),bt(Lf,g,Ep),bt(n0,g,y=>{je(y),Zo(!1)}),bt(i0,g,bx),bt(s0,g,Lp),qf.add(n),n.syncRect=Zo);let Tl=n.hooks=i.hooks||{};function Rn(y,M,I){Yn?Dt.push([y,M,I]):y in Tl&&Tl[y].forEach(N=>{N.call(null,n,M,I)})}(i.plugins||[]).forEach(y=>{for(let M in y.hooks)Tl[M]=(Tl[M]||[]).concat(y.hooks[M])});let Np=(y,M,I)=>I,mn=xn({key:null,setSeries:!1,filters:{pub:m0,sub:m0},scales:[A,_[1]?_[1].scale:null],match:[g0,g0,Np],values:[null,null]},he.sync);mn.match.length==2&&mn.match.push(Np),he.sync=mn;let Up=mn.key,nd=d_(Up);function $o(y,M,I,N,G,$,oe){mn.filters.pub(y,M,I,N,G,$,oe)&&nd.pub(y,M,I,N,G,$,oe)}nd.sub(n);function Sx(y,M,I,N,G,$,oe){mn.filters.sub(y,M,I,N,G,$,oe)&&Wr[y](null,M,I,N,G,$,oe)}n.pub=Sx;function Mx(){nd.unsub(n),qf.delete(n),An.clear(),Gf(tu,Do,Dp),c.remove(),Ae?.remove(),Rn("destroy")}n.destroy=Mx;function id(){Rn("init",i,e),Wo(e||i.data,!1),W[A]?$u(A,W[A]):Xo(),ne=qt.show&&(qt.width>0||qt.height>0),ee=fe=!0,F(i.width,i.height)}return _.forEach(Nr),T.forEach(gs),t?t instanceof HTMLElement?(t.appendChild(c),id()):t(n,id):id(),n}Gn.assign=xn;Gn.fmtNum=Qf;Gn.rangeNum=nu;Gn.rangeLog=ru;Gn.rangeAsinh=Jf;Gn.orient=Dr;Gn.pxRatio=At;Gn.join=wE;Gn.fmtDate=tp,Gn.tzDate=UE;Gn.sync=d_;{Gn.addGap=_A,Gn.clipGaps=lu;let i=Gn.paths={points:x_};i.linear=v_,i.stepped=vA,i.bars=bA,i.spline=MA}var w_=["#4c8fe0","#e5893a","#3fae7f","#d65a7b","#9a7be0","#c9a52c","#3fb0c4","#9aa3ad"],E_=150,NA=8,UA=.001,du=class{constructor(e){this.group=e;this.values=e.series.map(()=>lt("span","plot-value","\u2013"));let t=e.series.map(({label:s,name:r},o)=>{let a=lt("i");a.style.background=w_[o];let l=lt("span","plot-label",s),c=lt("div","plot-row",a,l,this.values[o]);return c.title=r,c}),n=e.series.some(({label:s})=>s.length>NA);this.element=lt("div","plot",this.place,lt("div",n?"plot-legend one-column":"plot-legend",...t))}group;chart=null;start=0;drawn=0;values;place=lt("div","plot-chart");element;show(e){this.hide();let t=this.options(e);this.chart=new Gn(t,[[],...this.group.series.map(()=>[])],this.place)}hide(){this.chart?.destroy(),this.chart=null}draw(e,t){if(!this.chart)return;let n=this.place.clientWidth;n>0&&n!==this.chart.width&&this.chart.setSize({width:n,height:E_});let s=e.count>0?e.times[e.count-1]:0;this.start=Math.max(0,e.from(s-t)-1),this.drawn=e.count;let r=this.group.series.map(({column:l})=>e.columns[l]),o=[e.times,...r].map(l=>l.subarray(this.start,this.drawn)),a=Math.max(s-t,e.times[0]);this.chart.batch(()=>{this.chart.setData(o,!1),this.chart.setScale("x",{min:a,max:Math.max(s,a+.001)})}),this.showValues(e)}latest(e,t){return!this.chart||this.drawn===0||this.drawn>t.count?null:t.columns[e.column][this.drawn-1]}showValues(e){let t=this.chart.cursor.idx,n=t==null?this.drawn-1:this.start+t;this.group.series.forEach(({column:s,unit:r},o)=>{St(this.values[o],n<0?"\u2013":hi(e.columns[s][n],r))})}options(e){let t={stroke:e.axis,font:"11px system-ui, sans-serif",grid:{stroke:e.plotGrid,width:1},ticks:{show:!1}};return{width:Math.max(this.place.clientWidth,200),height:E_,legend:{show:!1},padding:[8,8,0,0],cursor:{sync:{key:"time"},drag:{x:!1,y:!1},points:{size:5}},scales:{x:{time:!1},y:{range:(n,s,r)=>FA(s,r)}},axes:[{...t,size:22,gap:2,space:60,values:(n,s)=>s.map(r=>`${Er(r)} s`)},{...t,size:46,gap:4,space:30,values:(n,s)=>s.map(Ug)}],series:[{},...this.group.series.map(({label:n},s)=>({label:n,stroke:w_[s],width:1.5,points:{show:!1}}))]}}};function FA(i,e){if(i===null||e===null||!Number.isFinite(i+e))return[0,1];let t=Math.max(UA*Math.max(Math.abs(i),Math.abs(e)),1e-9),n=Math.max(e-i,t),s=(i+e)/2;return[s-.56*n,s+.56*n]}var OA=80,BA=2,kA=["kinetic","gravitational","elastic","total"],fu=class{constructor(e){this.palette=e;this.window.onchange=()=>{this.stale=!0}}palette;list=Ue("plots");window=Ue("window");history=new rl(0);plots=[];drawn=0;stale=!1;build(e){for(let{plot:s}of this.plots)s.hide();this.history=new rl(tl.length+e.numbers.length);let n=[{title:"energy of the whole scene",unit:"J",series:kA.map(s=>({name:`energy.${s}`,label:s.replace("itational","ity"),unit:"J",column:tl.indexOf(s)}))},...Jg(e.numbers,tl.length)];this.plots=n.map((s,r)=>this.makePlot(s,r<BA)),this.list.replaceChildren(...this.plots.map(({details:s})=>s))}record(e){e.energies.length!==0&&(this.history.record(e.time,e.energies,e.numbers),this.stale=!0)}draw(){let e=performance.now();if(!this.stale||e-this.drawn<OA)return;this.drawn=e,this.stale=!1;let t=this.window.value==="all"?1/0:Number(this.window.value);for(let{plot:n,details:s}of this.plots)s.open&&n.draw(this.history,t)}paint(e){this.palette=e;for(let{plot:t,details:n}of this.plots)n.open&&t.show(e);this.stale=!0}plotted(e){for(let{plot:t,details:n}of this.plots){let s=n.open&&t.group.series.find(r=>r.name===e);if(s)return t.latest(s,this.history)}return null}makePlot(e,t){let n=new du(e),s=lt("span","plot-unit",e.unit),r=lt("summary","",`${e.title} `,s),o=lt("details","plot-group",r,n.element);return o.ontoggle=()=>{o.open?n.show(this.palette):n.hide(),this.stale=!0},o.open=t,{plot:n,details:o}}};var zA=.08,GA=200,VA=7,A_=["#4c8fe0","#3fb0c4","#3fae7f","#8aa83c","#c9a52c","#e5893a","#d65a5a","#d65a9b","#9a7be0","#6f7be0","#7f8fa3","#a08a78"],pu=class{strip=Ue("profile");bar=Ue("profile-bar");total=Ue("profile-total");stages=[];times=new Float64Array(0);pieces=[];drawn=0;build({stages:e}){this.stages=e,this.times=new Float64Array(e.length),this.pieces=e.map((t,n)=>{let s=lt("div","profile-piece",lt("span"));return s.style.background=A_[n%A_.length],s}),this.bar.replaceChildren(...this.pieces),this.strip.hidden=!0}update(e,t){if(e.profile.length!==this.times.length||e.paused)return;let n=this.times.every(o=>o===0);this.times.forEach((o,a)=>{this.times[a]+=(e.profile[a]-o)*(n?1:zA)});let s=this.times.reduce((o,a)=>o+a,0);if(this.strip.hidden=!(s>0),this.strip.hidden||performance.now()-this.drawn<GA)return;this.drawn=performance.now(),this.times.forEach((o,a)=>this.showPiece(a,o,o/s));let r=`of ${or(t)} (${To(100*s/t,2)} %)`;St(this.total,t>0?`${or(s)} ${r}`:or(s))}showPiece(e,t,n){let{name:s,does:r}=this.stages[e],o=this.pieces[e];o.style.flexGrow=String(n),o.title=`${s}: ${or(t)}, ${(100*n).toFixed(1)} %
${r}`;let a=[`${s} ${or(t)}`,s,""],l=n*this.bar.clientWidth/VA-2,c=a.find(h=>h.length<=l)??"";St(o.firstElementChild,c)}};var HA=200,lp=[{name:"contact points",title:"Points of shapes that touch or may within the step",value:({points:i})=>String(i)},{name:"pairs looked at",title:"Pairs of shapes that were near each other and awake",value:({pairs:i})=>String(i)},{name:"clusters",title:"Sets of things that contacts connect, and what solving them took",value:({clusters:i,iterations:e})=>`${i}, ${e} iterations`},{name:"residual",title:"How far contact laws are missed, relative; clusters not settled",value:({residual:i,unsettled:e})=>{let t=i>0?i.toExponential(1).replace("-","\u2212"):"0";return e>0?`${t}, ${e} unsettled`:t},warns:({unsettled:i})=>i>0},{name:"impacts",title:"Bounces in the last step; bodies stopped before they passed others",value:({impacts:i,motionsCut:e})=>`${i}, ${e} stopped`},{name:"asleep",title:"Bodies at rest that are left out of steps until something wakes them",value:({asleep:i},e)=>`${i} of ${e} bodies`}],mu=class{section=Ue("report-section");values=lp.map(()=>lt("dd"));movable=0;drawn=0;constructor(){let e=lp.map(({name:t,title:n},s)=>{let r=lt("div","report-row",lt("dt","",t),this.values[s]);return r.title=n,r});Ue("report").replaceChildren(...e)}build({bodies:e}){this.movable=e.filter(({type:t})=>t==="dynamic").length,this.section.hidden=!0}update(e){if(e.report.length===0)return;let t=Object.fromEntries(el.map((s,r)=>[s,e.report[r]]));(t.pairs>0||t.asleep>0)&&(this.section.hidden=!1);let n=!e.paused&&performance.now()-this.drawn<HA;this.section.hidden||n||(this.drawn=performance.now(),lp.forEach(({value:s,warns:r},o)=>{St(this.values[o],s(t,this.movable)),this.values[o].classList.toggle("warn",r?.(t)??!1)}))}};var T_={type:"change"},hp={type:"start"},R_={type:"end"},gu=new $s,C_=new yi,WA=Math.cos(70*Li.DEG2RAD),En=new P,ui=2*Math.PI,Tt={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},cp=1e-6,_u=class extends Ua{constructor(e,t=null){super(e,t),this.state=Tt.NONE,this.target=new P,this.cursor=new P,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:tr.ROTATE,MIDDLE:tr.DOLLY,RIGHT:tr.PAN},this.touches={ONE:nr.ROTATE,TWO:nr.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._cursorStyle="auto",this._domElementKeyEvents=null,this._lastPosition=new P,this._lastQuaternion=new zt,this._lastTargetPosition=new P,this._quat=new zt().setFromUnitVectors(e.up,new P(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new yo,this._sphericalDelta=new yo,this._scale=1,this._panOffset=new P,this._rotateStart=new Ge,this._rotateEnd=new Ge,this._rotateDelta=new Ge,this._panStart=new Ge,this._panEnd=new Ge,this._panDelta=new Ge,this._dollyStart=new Ge,this._dollyEnd=new Ge,this._dollyDelta=new Ge,this._dollyDirection=new P,this._mouse=new Ge,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=qA.bind(this),this._onPointerDown=XA.bind(this),this._onPointerUp=YA.bind(this),this._onContextMenu=e1.bind(this),this._onMouseWheel=KA.bind(this),this._onKeyDown=JA.bind(this),this._onTouchStart=jA.bind(this),this._onTouchMove=QA.bind(this),this._onMouseDown=ZA.bind(this),this._onMouseMove=$A.bind(this),this._interceptControlDown=t1.bind(this),this._interceptControlUp=n1.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}set cursorStyle(e){this._cursorStyle=e,e==="grab"?this.domElement.style.cursor="grab":this.domElement.style.cursor="auto"}get cursorStyle(){return this._cursorStyle}connect(e){super.connect(e),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.ownerDocument.addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.state=Tt.NONE,this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.ownerDocument.removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{capture:!0}),this._controlActive=!1,this._pointers.length=0,this._pointerPositions={},this.domElement.style.touchAction="",this.domElement.style.cursor="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(e){e.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=e}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(T_),this.update(),this.state=Tt.NONE}pan(e,t){this._pan(e,t),this.update()}dollyIn(e){this._dollyIn(e),this.update()}dollyOut(e){this._dollyOut(e),this.update()}rotateLeft(e){this._rotateLeft(e),this.update()}rotateUp(e){this._rotateUp(e),this.update()}update(e=null){let t=this.object.position;En.copy(t).sub(this.target),En.applyQuaternion(this._quat),this._spherical.setFromVector3(En),this.autoRotate&&this.state===Tt.NONE&&this._rotateLeft(this._getAutoRotationAngle(e)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(n)&&isFinite(s)&&(n<-Math.PI?n+=ui:n>Math.PI&&(n-=ui),s<-Math.PI?s+=ui:s>Math.PI&&(s-=ui),n<=s?this._spherical.theta=Math.max(n,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+s)/2?Math.max(n,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(En.setFromSpherical(this._spherical),En.applyQuaternion(this._quatInverse),t.copy(this.target).add(En),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=En.length();o=this._clampDistance(a*this._scale);let l=a-o;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),r=!!l}else if(this.object.isOrthographicCamera){let a=new P(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=l!==this.object.zoom;let c=new P(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(a),this.object.updateMatrixWorld(),o=En.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):(gu.origin.copy(this.object.position),gu.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(gu.direction))<WA?this.object.lookAt(this.target):(C_.setFromNormalAndCoplanarPoint(this.object.up,this.target),gu.intersectPlane(C_,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>cp||8*(1-this._lastQuaternion.dot(this.object.quaternion))>cp||this._lastTargetPosition.distanceToSquared(this.target)>cp?(this.dispatchEvent(T_),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(e){return e!==null?ui/60*this.autoRotateSpeed*e:ui/60/60*this.autoRotateSpeed}_getZoomScale(e){let t=Math.abs(e*.01);return Math.pow(.95,this.zoomSpeed*t)}_rotateLeft(e){this._sphericalDelta.theta-=e}_rotateUp(e){this._sphericalDelta.phi-=e}_panLeft(e,t){En.setFromMatrixColumn(t,0),En.multiplyScalar(-e),this._panOffset.add(En)}_panUp(e,t){this.screenSpacePanning===!0?En.setFromMatrixColumn(t,1):(En.setFromMatrixColumn(t,0),En.crossVectors(this.object.up,En)),En.multiplyScalar(e),this._panOffset.add(En)}_pan(e,t){let n=this.domElement;if(this.object.isPerspectiveCamera){let s=this.object.position;En.copy(s).sub(this.target);let r=En.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*e*r/n.clientHeight,this.object.matrix),this._panUp(2*t*r/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(e*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(t*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(e,t){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let n=this.domElement.getBoundingClientRect(),s=e-n.left,r=t-n.top,o=n.width,a=n.height;this._mouse.x=s/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(e){return Math.max(this.minDistance,Math.min(this.maxDistance,e))}_handleMouseDownRotate(e){this._rotateStart.set(e.clientX,e.clientY)}_handleMouseDownDolly(e){this._updateZoomParameters(e.clientX,e.clientY),this._dollyStart.set(e.clientX,e.clientY)}_handleMouseDownPan(e){this._panStart.set(e.clientX,e.clientY)}_handleMouseMoveRotate(e){this._rotateEnd.set(e.clientX,e.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(ui*this._rotateDelta.x/t.clientHeight),this._rotateUp(ui*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(e){this._dollyEnd.set(e.clientX,e.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.zoomToCursor&&(this._performCursorZoom=!0,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()),this.update()}_handleMouseMovePan(e){this._panEnd.set(e.clientX,e.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(e){this._updateZoomParameters(e.clientX,e.clientY),e.deltaY<0?this._dollyIn(this._getZoomScale(e.deltaY)):e.deltaY>0&&this._dollyOut(this._getZoomScale(e.deltaY)),this.update()}_handleKeyDown(e){let t=!1;switch(e.code){case this.keys.UP:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(ui*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),t=!0;break;case this.keys.BOTTOM:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(-ui*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),t=!0;break;case this.keys.LEFT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(ui*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),t=!0;break;case this.keys.RIGHT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(-ui*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),t=!0;break}t&&(e.preventDefault(),this.update())}_handleTouchStartRotate(e){if(this._pointers.length===1)this._rotateStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._rotateStart.set(n,s)}}_handleTouchStartPan(e){if(this._pointers.length===1)this._panStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._panStart.set(n,s)}}_handleTouchStartDolly(e){let t=this._getSecondPointerPosition(e),n=e.pageX-t.x,s=e.pageY-t.y,r=Math.sqrt(n*n+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enablePan&&this._handleTouchStartPan(e)}_handleTouchStartDollyRotate(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enableRotate&&this._handleTouchStartRotate(e)}_handleTouchMoveRotate(e){if(this._pointers.length==1)this._rotateEnd.set(e.pageX,e.pageY);else{let n=this._getSecondPointerPosition(e),s=.5*(e.pageX+n.x),r=.5*(e.pageY+n.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(ui*this._rotateDelta.x/t.clientHeight),this._rotateUp(ui*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(e){if(this._pointers.length===1)this._panEnd.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._panEnd.set(n,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(e){let t=this._getSecondPointerPosition(e),n=e.pageX-t.x,s=e.pageY-t.y,r=Math.sqrt(n*n+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(e.pageX+t.x)*.5,a=(e.pageY+t.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enablePan&&this._handleTouchMovePan(e)}_handleTouchMoveDollyRotate(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enableRotate&&this._handleTouchMoveRotate(e)}_addPointer(e){this._pointers.push(e.pointerId)}_removePointer(e){delete this._pointerPositions[e.pointerId];for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId){this._pointers.splice(t,1);return}}_isTrackingPointer(e){for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId)return!0;return!1}_trackPointer(e){let t=this._pointerPositions[e.pointerId];t===void 0&&(t=new Ge,this._pointerPositions[e.pointerId]=t),t.set(e.pageX,e.pageY)}_getSecondPointerPosition(e){let t=e.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[t]}_customWheelEvent(e){let t=e.deltaMode,n={clientX:e.clientX,clientY:e.clientY,deltaY:e.deltaY};switch(t){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100;break}return e.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}};function XA(i){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(i.pointerId),this.domElement.ownerDocument.addEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(i)&&(this._addPointer(i),i.pointerType==="touch"?this._onTouchStart(i):this._onMouseDown(i),this._cursorStyle==="grab"&&(this.domElement.style.cursor="grabbing")))}function qA(i){this.enabled!==!1&&(i.pointerType==="touch"?this._onTouchMove(i):this._onMouseMove(i))}function YA(i){switch(this._removePointer(i),this._pointers.length){case 0:this.domElement.releasePointerCapture(i.pointerId),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(R_),this.state=Tt.NONE,this._cursorStyle==="grab"&&(this.domElement.style.cursor="grab");break;case 1:let e=this._pointers[0],t=this._pointerPositions[e];this._onTouchStart({pointerId:e,pageX:t.x,pageY:t.y});break}}function ZA(i){let e;switch(i.button){case 0:e=this.mouseButtons.LEFT;break;case 1:e=this.mouseButtons.MIDDLE;break;case 2:e=this.mouseButtons.RIGHT;break;default:e=-1}switch(e){case tr.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(i),this.state=Tt.DOLLY;break;case tr.ROTATE:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Tt.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Tt.ROTATE}break;case tr.PAN:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Tt.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Tt.PAN}break;default:this.state=Tt.NONE}this.state!==Tt.NONE&&this.dispatchEvent(hp)}function $A(i){switch(this.state){case Tt.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(i);break;case Tt.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(i);break;case Tt.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(i);break}}function KA(i){this.enabled===!1||this.enableZoom===!1||this.state!==Tt.NONE||(i.preventDefault(),this.dispatchEvent(hp),this._handleMouseWheel(this._customWheelEvent(i)),this.dispatchEvent(R_))}function JA(i){this.enabled!==!1&&this._handleKeyDown(i)}function jA(i){switch(this._trackPointer(i),this._pointers.length){case 1:switch(this.touches.ONE){case nr.ROTATE:if(this.enableRotate===!1){this.state=Tt.NONE;break}this._handleTouchStartRotate(i),this.state=Tt.TOUCH_ROTATE;break;case nr.PAN:if(this.enablePan===!1){this.state=Tt.NONE;break}this._handleTouchStartPan(i),this.state=Tt.TOUCH_PAN;break;default:this.state=Tt.NONE}break;case 2:switch(this.touches.TWO){case nr.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(i),this.state=Tt.TOUCH_DOLLY_PAN;break;case nr.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(i),this.state=Tt.TOUCH_DOLLY_ROTATE;break;default:this.state=Tt.NONE}break;default:this.state=Tt.NONE}this.state!==Tt.NONE&&this.dispatchEvent(hp)}function QA(i){switch(this._trackPointer(i),this.state){case Tt.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(i),this.update();break;case Tt.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(i),this.update();break;case Tt.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(i),this.update();break;case Tt.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(i),this.update();break;default:this.state=Tt.NONE}}function e1(i){this.enabled!==!1&&i.preventDefault()}function t1(i){i.key==="Control"&&(this._controlActive=!0,this.domElement.ownerDocument.addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function n1(i){i.key==="Control"&&(this._controlActive=!1,this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}var P_=.97,i1=46;function I_(i){return Math.max(.5,1-2*i1/i)}function fl({min:i,max:e}){return Array.from({length:8},(t,n)=>new P(n&1?e.x:i.x,n&2?e.y:i.y,n&4?e.z:i.z))}function L_(i,e,t){i.updateMatrixWorld();let n=!0;return e(s=>{s.project(i),n&&=Math.abs(s.x)<P_&&Math.abs(s.y)<P_*t&&s.z<1}),n}function up(i,e,t,n,s){let r=e.getCenter(new P),o=t.clone().cross(i.up).normalize(),a=o.clone().cross(t),l=Math.tan(Li.degToRad(i.fov)/2)/n,c=l*s,h=l*i.aspect,d=0;for(let u of fl(e)){u.sub(r);let f=u.dot(t);d=Math.max(d,Math.abs(u.dot(a))/c-f,Math.abs(u.dot(o))/h-f)}return r.addScaledVector(t,-d)}var s1=7,r1=2.2,o1=12,a1=`
  varying vec2 at;
  void main() {
    at = position.xy;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }`,l1=`
  varying vec2 at;
  uniform float reach, spacing, strength;
  uniform vec2 shift;
  uniform vec3 floorColor, lineColor;
  float lines(vec2 p) {
    vec2 width = fwidth(p);
    vec2 distance = abs(fract(p - 0.5) - 0.5) / width;
    vec2 fine = clamp(1.2 - distance, 0.0, 1.0) * clamp(1.0 - 2.0 * width, 0.0, 1.0);
    return max(fine.x, fine.y);
  }
  void main() {
    float fade = 1.0 - smoothstep(0.15, 1.0, length(at) / reach);
    vec2 p = (at + shift) / spacing;
    float line = strength * max(0.5 * lines(p), lines(p / 5.0));
    gl_FragColor = vec4(mix(floorColor, lineColor, line), fade);
    #include <colorspace_fragment>
  }`,xu=class{group=new Nt;spacing=1;reach=0;floor=new ai({vertexShader:a1,fragmentShader:l1,depthWrite:!1,polygonOffset:!0,polygonOffsetFactor:1,polygonOffsetUnits:1,blending:Lc,side:li,blendSrcAlpha:Dc,blendDstAlpha:Oa,uniforms:{reach:{value:1},spacing:{value:1},strength:{value:.5},shift:{value:[0,0]},floorColor:{value:new De},lineColor:{value:new De}}});shadow=new Ea({depthWrite:!1});plane=new Bt(new bi(2,2),this.floor);catcher=new Bt(new bi(2,2),this.shadow);constructor(){this.catcher.receiveShadow=!0,this.plane.renderOrder=-2,this.catcher.renderOrder=-1,this.group.add(this.plane,this.catcher),this.group.visible=!1}place(e,t,n){this.reach=s1*n.radius,this.spacing=Rh(2*n.radius/o1),this.group.visible=!0,this.group.quaternion.setFromUnitVectors(new P(0,0,1),e),this.group.position.copy(n.center).addScaledVector(e,t-n.center.dot(e)),this.plane.geometry.dispose(),this.plane.geometry=new bi(2*this.reach,2*this.reach),this.catcher.scale.setScalar(r1*n.radius);let s=this.group.position.clone().applyQuaternion(this.group.quaternion.clone().invert()),r=this.floor.uniforms;r.reach.value=this.reach,r.spacing.value=this.spacing,r.shift.value=[s.x,s.y]}set hides(e){this.floor.depthWrite=e}paint(e){this.floor.uniforms.floorColor.value.set(e.ground),this.floor.uniforms.lineColor.value.set(e.gridLine),this.floor.uniforms.strength.value=e.gridAlpha,this.shadow.opacity=e.shadow}};function pl(){return new URLSearchParams(location.search).get("quality")??"auto"}function c1(){let i=document.createElement("canvas").getContext("webgl2");if(!i)return!1;let e=i.getExtension("WEBGL_debug_renderer_info"),t=String(i.getParameter(e?e.UNMASKED_RENDERER_WEBGL:i.RENDERER));return i.getExtension("WEBGL_lose_context")?.loseContext(),/swiftshader|llvmpipe|software|basic render/i.test(t)}var yu=class{inSoftware=c1();smooth;mirrors;shadows=pl()!=="low";fixed=pl()!=="auto";ratio=pl()==="low"?.75:Math.min(devicePixelRatio,2);slow=0;ticked=0;turns=0;drawn=0;fine=!1;constructor(){this.smooth=this.mirrors=pl()==="high"||pl()!=="low"&&!this.inSoftware}apply(e){e.getPixelRatio()!==this.ratio&&e.setPixelRatio(this.ratio),this.drawn=performance.now(),this.fine=!1}tick(){let e=performance.now()-this.ticked;this.ticked+=e,!(this.fixed||e>5e3||this.turns++<40)&&(e>90?this.slow+=e>400?3:1:this.slow=Math.max(0,this.slow-.25),!(this.slow<8)&&(this.slow=0,this.ratio<=.75&&(this.shadows=!1),this.ratio=Math.max(.75,this.ratio*.8)))}turnsFine(e){return this.fixed||this.smooth||this.fine||performance.now()-this.drawn<400?!1:(e.setPixelRatio(2),this.fine=!0,!0)}};var h1=new De(.75,.82,.92),u1=new De(.16,.15,.14),d1=[{at:[-4,-6,9],size:5,light:9},{at:[7,3,4],size:3,light:5}];function D_(i){let e=new _r;e.add(f1());for(let{at:s,size:r,light:o}of d1){let a=new Wi({color:new De(o,o,o)}),l=new Bt(new bi(r,r),a);l.position.set(s[0],s[1],s[2]),l.lookAt(0,0,0),e.add(l)}let t=new Eo(i),n=t.fromScene(e,.03).texture;return t.dispose(),n}function f1(){let i=new ba(20,4),e=i.getAttribute("position"),t=new Float32Array(e.count*3),n=new De;for(let s=0;s<e.count;s++){let r=e.getZ(s)/20,o=Math.min(1,Math.max(0,.5+2.5*r));n.lerpColors(u1,h1,o).toArray(t,3*s)}return i.setAttribute("color",new jt(t,3)),new Bt(i,new Wi({vertexColors:!0,side:On}))}var dp=2048,N_=1.1,p1=1.3,m1=3,g1=.1,_1=40,U_=.15,F_=.05,x1=1,y1=new P(-.45,-.6,1.1),vu=class{constructor(e){this.canvas=e;this.renderer=new wh({canvas:e,antialias:this.quality.smooth,alpha:!0}),this.renderer.toneMapping=Ba,this.renderer.shadowMap.enabled=!0,this.quality.apply(this.renderer);let t=new Ia(16777215,this.quality.mirrors?.15:x1);this.quality.mirrors&&(this.scene.environment=D_(this.renderer)),this.scene.environmentIntensity=.55,this.sun.castShadow=!0,this.sun.shadow.mapSize.set(dp,dp),this.sun.shadow.radius=2,this.scene.add(this.sun,this.sun.target,this.sky,t),this.scene.add(this.ground.group),this.orbit=this.makeOrbit(),new ResizeObserver(()=>this.resize()).observe(e.parentElement),this.resize()}canvas;scene=new _r;camera=new jn;ground=new xu;orbit;stale=!0;renderer;quality=new yu;fence=null;sun=new Pa(16774374,2.3);sky=new Ta(14674421,7037528,.7);lit=new Dn(new P,0);seen=new ln;firstSize=0;groundHeight=0;groundHolds=!1;untouched=!0;shown=!1;reach=null;eased=0;add(e){this.scene.add(e),!this.quality.mirrors&&e.traverse(t=>{let{material:n}=t;n instanceof cn&&(n.metalness=0)})}look(e){this.camera.up.fromArray(e.up).normalize(),this.camera.position.fromArray(e.eye),this.camera.fov=Li.radToDeg(e.field),this.camera.updateProjectionMatrix(),this.groundHeight=e.ground,this.groundHolds=e.ground_holds,this.lit.radius=this.firstSize=0,this.seen.makeEmpty(),this.untouched=!0,this.shown=!1,this.reach=null,this.sky.position.copy(this.camera.up),this.orbit.dispose(),this.orbit=this.makeOrbit(),this.orbit.target.fromArray(e.target),this.orbit.update(),this.stale=!0}follow(e,t){this.widen(e),this.reach=t,this.backOff();let n=this.seen.getBoundingSphere(new Dn),s=this.lit.center.distanceTo(n.center)+n.radius;this.lit.radius>0&&s<=this.lit.radius||(this.lit.copy(n),this.lit.radius=n.radius*p1,this.aimSun(),this.ground.place(this.camera.up,this.groundHeight,this.lit),this.stale=!0)}frame(e){this.camera.position.copy(up(this.camera,e,this.forward(),N_,this.free())),this.orbit.target.copy(e.getCenter(new P)),this.orbit.update(),this.stale=!0}paint(e){this.ground.paint(e),this.stale=!0}draw(){let e=this.camera.position.distanceTo(this.orbit.target);this.camera.near=e/500,this.camera.far=e*20+40*this.lit.radius,this.camera.updateProjectionMatrix(),this.ground.hides=this.groundHides,this.quality.apply(this.renderer),this.sun.castShadow=this.quality.shadows,this.renderer.render(this.scene,this.camera),this.stale=!1}get inSoftware(){return this.quality.inSoftware}isDone(){let e=this.renderer.getContext();return this.fence||(this.fence=e.fenceSync(e.SYNC_GPU_COMMANDS_COMPLETE,0),e.flush()),!this.fence||e.isContextLost()||e.getSyncParameter(this.fence,e.SYNC_STATUS)===e.SIGNALED?(e.deleteSync(this.fence),this.fence=null,!0):!1}turn(e,t){let{camera:n,orbit:s}=this,r=n.position.clone().sub(s.target).applyAxisAngle(n.up,e),o=r.angleTo(n.up),a=Li.clamp(o+t,F_,Math.PI-F_);r.applyAxisAngle(n.up.clone().cross(r).normalize(),a-o),this.moveTo(r)}zoom(e){this.moveTo(this.camera.position.clone().sub(this.orbit.target).multiplyScalar(e))}tick(){this.backOff(),this.orbit.update(),this.quality.tick()}rest(){this.quality.turnsFine(this.renderer)&&(this.sun.castShadow=!0,this.renderer.render(this.scene,this.camera))}project(e){this.camera.updateMatrixWorld();let t=e.clone().project(this.camera),{clientWidth:n,clientHeight:s}=this.canvas;return{x:(t.x+1)/2*n,y:(1-t.y)/2*s,behind:t.z>1}}hides(e){return this.groundHides&&e.dot(this.camera.up)<this.groundHeight}get groundHides(){return this.groundHolds&&this.camera.position.dot(this.camera.up)>this.groundHeight}widen(e){this.firstSize===0&&(this.firstSize=e.getSize(new P).length());let t=this.seen.clone().union(e);if(t.getSize(new P).length()>m1*this.firstSize||(this.seen.copy(t),this.groundHolds))return;let n=[e.min,e.max].map(r=>r.dot(this.camera.up)),s=Math.min(...n);s>=this.groundHeight-.001*this.firstSize||(this.groundHeight=s-g1*this.firstSize,this.lit.radius=0)}moveTo(e){this.untouched=!1,this.camera.position.copy(this.orbit.target).add(e),this.orbit.update(),this.stale=!0}forward(){return this.orbit.target.clone().sub(this.camera.position).normalize()}backOff(){if(!this.untouched||!this.reach)return;let e=performance.now(),t=Math.min((e-this.eased)/1e3,U_),n=this.shown?1-Math.exp(-t/U_):.125;this.eased=e;for(let s=0;s<(this.shown?1:_1)&&!L_(this.camera,this.reach,this.free());s++)this.backOffBy(n);this.shown=!0}backOffBy(e){let t=this.forward(),n=this.seen.getCenter(new P),s=this.camera.position.distanceTo(this.orbit.target),r=up(this.camera,this.seen,t,N_,this.free()).distanceTo(n),o=Li.lerp(s,Math.max(s,r),e);this.orbit.target.lerp(n,e),this.camera.position.copy(this.orbit.target).addScaledVector(t,-o),this.stale=!0}free(){return I_(this.canvas.clientHeight)}makeOrbit(){let e=new _u(this.camera,this.canvas);return e.addEventListener("start",()=>{this.untouched=!1}),e.enableDamping=!0,e.dampingFactor=.15,e.addEventListener("change",()=>{this.stale=!0}),e}aimSun(){let{center:e,radius:t}=this.lit,n=y1.clone().normalize();this.camera.up.z<.9&&n.add(this.camera.up).normalize(),this.sun.target.position.copy(e),this.sun.position.copy(e).addScaledVector(n,2*t);let s=this.sun.shadow.camera;s.left=s.bottom=-t,s.right=s.top=t,s.near=t*.5,s.far=t*8,s.updateProjectionMatrix(),this.sun.shadow.normalBias=1.5*(2*t/dp)}resize(){let{clientWidth:e,clientHeight:t}=this.canvas.parentElement;e===0||t===0||(this.renderer.setSize(e,t,!1),this.camera.aspect=e/t,this.camera.updateProjectionMatrix(),this.stale=!0)}};var O_={dark:{name:"dark",background:"#14181d",ground:"#20262d",gridLine:"#7f8fa3",gridAlpha:.24,shadow:.45,cable:"#c9ced6",axis:"#98a3b3",plotGrid:"#2b333d"},light:{name:"light",background:"#e9edf1",ground:"#dde2e8",gridLine:"#55637a",gridAlpha:.34,shadow:.28,cable:"#3c434d",axis:"#5a6575",plotGrid:"#dfe4ea"}},bu=class{name;listeners=[];constructor(){let e=matchMedia("(prefers-color-scheme: light)");this.name=Ja("theme")??(e.matches?"light":"dark"),this.name in O_||(this.name="dark"),this.apply(),Ue("theme").onclick=()=>{this.choose(this.name==="dark"?"light":"dark"),Th("theme",this.name)},e.addEventListener("change",()=>{Ja("theme")||this.choose(e.matches?"light":"dark")})}get palette(){return O_[this.name]}onChange(e){this.listeners.push(e)}choose(e){this.name=e,this.apply();for(let t of this.listeners)t()}apply(){document.documentElement.dataset.theme=this.name;let e=this.name==="dark"?"light":"dark";Ue("theme").setAttribute("aria-label",`Switch to the ${e} theme`),Ue("theme").title=`Switch to the ${e} theme`}};var v1="Without a graphics card this takes some seconds. The scene waits.",b1="The scene waits for it.",Su=class{constructor(e){this.inSoftware=e}inSoftware;box=Ue("waiting");forConnection(){this.show("Connecting to Reeve\u2026","")}forPicture(){this.show("Drawing the first picture\u2026",this.inSoftware?v1:b1)}forScene(e){this.show(`Opening \u201C${e}\u201D\u2026`,"")}end(){this.box.hidden=!0}show(e,t){St(Ue("waiting-what"),e),St(Ue("waiting-why"),t),this.box.hidden=!1}};var B_={metal:{metalness:.55,roughness:.42},painted:{metalness:0,roughness:.5},dull:{metalness:0,roughness:.95}};function ml(i,e){let{color:t,surface:n}=e??i;return{color:new De(t),surface:n&&n in B_?n:"painted"}}function k_(i){return new cn(B_[i])}function Fs(i,e){return new De(i).multiplyScalar(e)}var gl=new P;function Ui(i,e,t,n,s,r){let o=2*Math.PI*s/4,a=Math.max(r-2*s,0),l=Math.PI/4;gl.copy(e),gl[n]=0,gl.normalize();let c=.5*o/(o+a),h=1-gl.angleTo(i)/l;return Math.sign(gl[t])===1?h*c:a/(o+a)+c+c*(1-h)}var Mu=class i extends oi{constructor(e=1,t=1,n=1,s=2,r=.1){let o=s*2+1;if(r=Math.min(e/2,t/2,n/2,r),super(1,1,1,o,o,o),this.type="RoundedBoxGeometry",this.parameters={width:e,height:t,depth:n,segments:s,radius:r},o===1)return;let a=this.toNonIndexed();this.index=null,this.attributes.position=a.attributes.position,this.attributes.normal=a.attributes.normal,this.attributes.uv=a.attributes.uv;let l=new P,c=new P,h=new P(e,t,n).divideScalar(2).subScalar(r),d=this.attributes.position.array,u=this.attributes.normal.array,f=this.attributes.uv.array,g=d.length/6,v=new P,m=.5/o;for(let p=0,_=0;p<d.length;p+=3,_+=2)switch(l.fromArray(d,p),c.copy(l),c.x-=Math.sign(c.x)*m,c.y-=Math.sign(c.y)*m,c.z-=Math.sign(c.z)*m,c.normalize(),d[p+0]=h.x*Math.sign(l.x)+c.x*r,d[p+1]=h.y*Math.sign(l.y)+c.y*r,d[p+2]=h.z*Math.sign(l.z)+c.z*r,u[p+0]=c.x,u[p+1]=c.y,u[p+2]=c.z,Math.floor(p/g)){case 0:v.set(1,0,0),f[_+0]=Ui(v,c,"z","y",r,n),f[_+1]=1-Ui(v,c,"y","z",r,t);break;case 1:v.set(-1,0,0),f[_+0]=1-Ui(v,c,"z","y",r,n),f[_+1]=1-Ui(v,c,"y","z",r,t);break;case 2:v.set(0,1,0),f[_+0]=1-Ui(v,c,"x","z",r,e),f[_+1]=Ui(v,c,"z","x",r,n);break;case 3:v.set(0,-1,0),f[_+0]=1-Ui(v,c,"x","z",r,e),f[_+1]=1-Ui(v,c,"z","x",r,n);break;case 4:v.set(0,0,1),f[_+0]=1-Ui(v,c,"x","y",r,e),f[_+1]=1-Ui(v,c,"y","x",r,t);break;case 5:v.set(0,0,-1),f[_+0]=Ui(v,c,"x","y",r,e),f[_+1]=1-Ui(v,c,"y","x",r,t);break}}static fromJSON(e){return new i(e.width,e.height,e.depth,e.segments,e.radius)}};var Go="plane",S1=32,M1=14,w1=300,z_=.04,E1=64,Eu=class{constructor(e,t){this.given=t;this.many=e>w1}given;geometries=new Map;many;boxes=0;get(e){return this.geometries.get(e)}bounds(e){let t=this.get(e);return t.boundingBox||t.computeBoundingBox(),t.boundingBox}partsOf(e){let t=e.radius??0,n=e.half_length??0;switch(e.type){case"sphere":return[this.ball(e,0,t)];case"cylinder":return[this.part(e,"cylinder",[n,t,t])];case"capsule":return[this.part(e,"pipe",[n,t,t]),this.ball(e,-n,t),this.ball(e,n,t)];case"box":return[this.box(e,e.half_extents??[0,0,0])];case"plane":return e.ground?[]:[this.square(e)];default:return this.triangles(e)}}marker(e){return this.define("marker",()=>new Sa(1,1)),{geometry:"marker",matrix:new Ke().makeScale(e,e,e)}}dispose(){for(let e of this.geometries.values())e.dispose()}square(e){this.define(Go,()=>new bi(2,2));let[t,n]=e.half_extents??[0,0,0];return{geometry:Go,matrix:wu(e.position,e.rotation,[t,n,1])}}triangles(e){let t=this.given[e.geometry??-1];if(!t)return[];let n=`geometry ${e.geometry}`;this.define(n,()=>C1(t));let s=wu(e.position,e.rotation,[1,1,1]);return[{geometry:n,matrix:s,open:e.type!=="hull"}]}ball(e,t,n){let s=this.part(e,"ball",[n,n,n]);return s.matrix.multiply(new Ke().makeTranslation(n>0?t/n:0,0,0)),s}part(e,t,n){return this.define(t,()=>A1[t](this.many?M1:S1)),{geometry:t,matrix:wu(e.position,e.rotation,n)}}box(e,t){let n=`box ${t.map(s=>s.toPrecision(4)).join(" ")}`;return this.many||!this.geometries.has(n)&&++this.boxes>E1?this.part(e,"box",t):(this.define(n,()=>new Mu(2*t[0],2*t[1],2*t[2],2,2*z_*Math.min(...t))),{geometry:n,matrix:wu(e.position,e.rotation,[1,1,1])})}define(e,t){this.geometries.has(e)||this.geometries.set(e,t())}},A1={ball:i=>new ni(1,i,i/2),pipe:i=>new as(1,1,2,i,1,!0).rotateZ(-Math.PI/2),cylinder:i=>T1(i).rotateZ(-Math.PI/2),box:()=>new oi(2,2,2)};function T1(i){let e=1-z_,t=[[0,-1],[e,-1],[e,-1.0001],[1,-e],[1.0001,-e],[1.0001,e],[1,e],[e,1.0001],[e,1],[0,1]];return new yr(t.map(([n,s])=>new Ge(n,s)),i)}function C1({vertices:i,triangles:e,smooth:t}){let n=new Ot;n.setAttribute("position",new jt(new Float32Array(i),3)),n.setIndex(new jt(new Uint32Array(e),1));let s=t?n:n.toNonIndexed();return s.computeVertexNormals(),s}function _l([i,e,t,n]){return new zt(e,t,n,i)}function wu(i,e,t){return new Ke().compose(new P(...i),_l(e),new P(...t))}var R1=new P(1,1,1),P1=.55,Au=class{group=new Nt;matrices;library;meshes=[];asleep=new Uint8Array(0);constructor(e,t,n){this.matrices=e.map(()=>new Ke);let s=e.reduce((o,a)=>o+a.shapes.length,0);this.library=new Eu(s,t);let r=new Map;e.forEach((o,a)=>{for(let{part:l,look:c}of this.partsOf(o,n)){let h=`${c.surface}|${l.geometry}`;r.has(h)||r.set(h,[]),r.get(h).push({body:a,part:l,color:c.color})}});for(let[o,a]of r)this.addMesh(o,a)}update(e){let t=new P,n=new zt;this.matrices.forEach((r,o)=>{let a=o*7;t.fromArray(e,a),n.set(e[a+4],e[a+5],e[a+6],e[a+3]),r.compose(t,n,R1)});let s=new Ke;for(let{mesh:r,placed:o}of this.meshes)o.forEach(({body:a,part:l},c)=>{r.setMatrixAt(c,s.multiplyMatrices(this.matrices[a],l.matrix))}),r.instanceMatrix.needsUpdate=!0,r.boundingSphere=null}dim(e){if(e.length===this.asleep.length&&e.every((s,r)=>s===this.asleep[r]))return;this.asleep=e.slice();let n=new De;for(let{mesh:s,placed:r}of this.meshes)r.forEach((o,a)=>{n.copy(o.color).multiplyScalar(e[o.body]?P1:1),s.setColorAt(a,n)}),s.instanceColor.needsUpdate=!0}reach(e){let t=new Ke;for(let{placed:n}of this.meshes)for(let{body:s,part:r}of n){if(r.geometry===Go)break;let o=this.library.bounds(r.geometry);if(t.multiplyMatrices(this.matrices[s],r.matrix),!!Number.isFinite(t.elements[12]))for(let a of fl(o))e(a.applyMatrix4(t))}}bodyOf(e,t){let n=this.meshes.find(({mesh:s})=>s===e);return n&&t!==void 0?n.placed[t].body:-1}dispose(){this.library.dispose();for(let{mesh:e}of this.meshes)e.material.dispose(),e.dispose()}partsOf(e,t){return e.kind==="scalar"?[]:e.shapes.length===0?[{part:this.library.marker(t),look:ml(e,null)}]:e.shapes.flatMap(n=>{let s=ml(e,n);return this.library.partsOf(n).map(r=>({part:r,look:s}))})}addMesh(e,t){let n=e.split("|")[0],{geometry:s,open:r}=t[0].part,o=k_(n);o.polygonOffset=s===Go,o.polygonOffsetFactor=o.polygonOffsetUnits=1,r&&(o.shadowSide=li);let a=new ti(this.library.get(s),o,t.length);t.forEach(({color:l},c)=>a.setColorAt(c,l)),a.castShadow=s!==Go,a.receiveShadow=!0,a.frustumCulled=!1,this.meshes.push({mesh:a,placed:t}),this.group.add(a)}};var I1=2.2,L1=.006,Tu=class{constructor(e,t){this.cables=e;let n=new cn({color:t,metalness:.4,roughness:.5}),s=Math.max(2*e.length,1);this.mesh=new ti(new ni(1,16,12),n,s),this.mesh.instanceMatrix.setUsage(Mi),this.mesh.castShadow=!0,this.mesh.frustumCulled=!1}cables;mesh;update({pointCounts:e,points:t},n){let s=new Ke,r=0,o=0;e.forEach((a,l)=>{let{free:c}=this.cables[l];for(let h of[0,1]){if(a<2||c[h])continue;let d=(h===0?r:r+a-1)*6,u=Math.max(I1*t[d+3],L1*n);s.makeScale(u,u,u),s.setPosition(t[d],t[d+1],t[d+2]),this.mesh.setMatrixAt(o++,s)}r+=a}),this.mesh.count=o,this.mesh.instanceMatrix.needsUpdate=!0}dispose(){this.mesh.geometry.dispose(),this.mesh.material.dispose(),this.mesh.dispose()}};var Ru=256,V_=["#2f7fe0","#7fa3d8","#9aa0a8","#e0946a","#e0551f"];function D1(i){let e=i.map(s=>new De(s)),t=new Float32Array(3*Ru),n=new De;for(let s=0;s<Ru;s++){let r=s/(Ru-1)*(i.length-1),o=Math.min(Math.floor(r),i.length-2);n.lerpColors(e[o],e[o+1],r-o).toArray(t,3*s)}return t}var xl=class{constructor(e){this.stops=e;this.entries=D1(e)}stops;entries;write(e,t,n,s){let r=(e-t.low)/(t.high-t.low),o=Math.round(Math.min(1,Math.max(0,r||0))*(Ru-1));n[s]=this.entries[3*o],n[s+1]=this.entries[3*o+1],n[s+2]=this.entries[3*o+2]}gradient(){return`linear-gradient(to right, ${this.stops.join(", ")})`}},N1=3,U1=.4,Cu=5,F1=[1,2,2.5,5,10],yl=class{constructor(e){this.signed=e}signed;range={low:0,high:1};fresh=!0;roomySince=1/0;follow(e,t,n){if(!(e<=t))return;let s=this.roundRange(e,t),r=e>=this.range.low&&t<=this.range.high,o=(s.high-s.low)/(this.range.high-this.range.low);r&&o>=U1?this.roomySince=1/0:this.roomySince=Math.min(this.roomySince,n),(this.fresh||!r||n-this.roomySince>N1)&&(this.range=s,this.roomySince=1/0,this.fresh=!1)}roundRange(e,t){if(this.signed){let o=Math.max(Math.abs(e),Math.abs(t),.001),a=G_(o/Cu);return{low:-a*Cu,high:a*Cu}}let n=Math.max(t-e,.25*Math.abs(t),1e-6),s=G_(n/Cu);return{low:t-n<=.5*n?0:Math.floor((t-n)/s)*s,high:Math.max(Math.ceil(t/s),1)*s}}};function G_(i){let e=10**Math.floor(Math.log10(i));return e*F1.find(t=>t*e>=i*(1-1e-9))}var Fi=10,vl=2*Fi,q_=6*Fi,H_=["position","normal","color"],W_=.2,fp=Array.from({length:Fi},(i,e)=>Math.cos(2*Math.PI*e/Fi)),pp=Array.from({length:Fi},(i,e)=>Math.sin(2*Math.PI*e/Fi)),Pu=class{geometry=new Ot;capacity=0;positions=new Float32Array(0);normals=new Float32Array(0);colors=new Float32Array(0);u=[1,0,0];t=[0,0,1];constructor(){this.reserve(16)}update({runs:e,points:t,across:n},s){let r=e.reduce((a,{count:l})=>a+l-1,0);r>this.capacity&&this.reserve(Math.ceil(r*1.25));let o=0;for(let a of e){let l=n.subarray(3*a.cable,3*a.cable+3),c=Math.hypot(...l)>0;c&&this.u.splice(0,3,...l),this.writeRun(t,a,o,c),this.writeColors(s,o,a.count-1,c),o+=a.count-1}this.geometry.setDrawRange(0,r*q_);for(let a of H_)this.geometry.attributes[a].needsUpdate=!0}reserve(e){let t=()=>new jt(new Float32Array(3*vl*e),3).setUsage(Mi);this.geometry.dispose();for(let n of H_)this.geometry.setAttribute(n,t());this.positions=this.geometry.attributes.position.array,this.normals=this.geometry.attributes.normal.array,this.colors=this.geometry.attributes.color.array,this.geometry.setIndex(new jt(O1(e),1)),this.capacity=e}writeRun(e,{first:t,count:n},s,r){for(let o=0;o<n;o++){this.advance(e,t,n,o),r&&o>0&&this.turn(e,t+o);let a=(s+o)*vl;o>0&&this.writeRing(e,t+o,a-Fi),o<n-1&&this.writeRing(e,t+o,a)}}advance(e,t,n,s){let r=(t+Math.max(s-1,0))*6,o=(t+Math.min(s+1,n-1))*6,a=(t+s)*6,{t:l,u:c}=this,h=[0,0,0];for(let[u,f]of[[r,a],[a,o]]){let[g,v,m]=[0,1,2].map(_=>e[f+_]-e[u+_]),p=Math.hypot(g,v,m)||1;h[0]+=g/p,h[1]+=v/p,h[2]+=m/p}let d=Math.hypot(h[0],h[1],h[2]);if(d>1e-6)for(let u=0;u<3;u++)l[u]=h[u]/d;if(!X_(c,l)){let u=[0,1,2].reduce((f,g)=>Math.abs(l[f])<Math.abs(l[g])?f:g);for(let f=0;f<3;f++)c[f]=f===u?1:0;X_(c,l)}}turn(e,t){let[n,s]=[t*6,(t-1)*6],o=Math.hypot(...[0,1,2].map(v=>e[n+v]-e[s+v]))*e[s+5],[a,l]=[Math.cos(o),Math.sin(o)],[c,h,d]=this.u,[u,f,g]=this.t;this.u[0]=a*c+l*(f*d-g*h),this.u[1]=a*h+l*(g*c-u*d),this.u[2]=a*d+l*(u*h-f*c)}writeRing(e,t,n){let s=t*6,r=e[s+3],[o,a,l]=this.u,[c,h,d]=this.t,[u,f,g]=[h*l-d*a,d*o-c*l,c*a-h*o];for(let v=0;v<Fi;v++){let m=3*(n+v),p=fp[v]*o+pp[v]*u,_=fp[v]*a+pp[v]*f,T=fp[v]*l+pp[v]*g;this.normals[m]=p,this.normals[m+1]=_,this.normals[m+2]=T,this.positions[m]=e[s]+r*p,this.positions[m+1]=e[s+1]+r*_,this.positions[m+2]=e[s+2]+r*T}}writeColors(e,t,n,s){for(let r=t;r<t+n;r++){let o=e.subarray(3*r,3*r+3),a=3*r*vl;for(let l=0;l<vl;l++)this.colors.set(o,a+3*l);for(let l=0;s&&l<3;l++)this.colors[a+l]*=W_,this.colors[a+3*Fi+l]*=W_}}};function X_(i,e){let t=i[0]*e[0]+i[1]*e[1]+i[2]*e[2];for(let s=0;s<3;s++)i[s]-=t*e[s];let n=Math.hypot(i[0],i[1],i[2]);for(let s=0;s<3;s++)i[s]/=n||1;return n>.001}function O1(i){let e=new Uint32Array(i*q_),t=0;for(let n=0;n<i;n++){let s=n*vl,r=s+Fi;for(let o=0;o<Fi;o++){let a=(o+1)%Fi;e.set([s+o,s+a,r+o,r+o,s+a,r+a],t),t+=6}}return e}var B1=2,Lu=class{constructor(e,t){this.chosen=t;this.scales={tension:new xl(t.tension),twist:new xl(V_)},this.fittings=new Tu(e,t.link),this.material.onBeforeCompile=k1;let n=new Bt(this.tube.geometry,this.material);n.castShadow=n.receiveShadow=!0,n.frustumCulled=!1,this.group.add(n,this.line.line,this.fittings.mesh)}chosen;group=new Nt;coloring="tension";scales;ranges={tension:new yl(!1),twist:new yl(!0)};tube=new Pu;line=new ps(B1);fittings;material=new cn({vertexColors:!0,metalness:.1,roughness:.55});colors=new Float32Array(0);plain=new De;slack=new De;get range(){return this.coloring==="twist"?this.ranges.twist.range:this.ranges.tension.range}get slackColor(){return this.slack.getStyle()}paint(e){this.plain.set(e.cable),this.slack.set(this.chosen.slack[e.name])}update(e,t){let n=e.runs.reduce((a,{count:l})=>a+l-1,0);this.colors.length<3*n&&(this.colors=new Float32Array(3*Math.ceil(n*1.25))),this.followRanges(e);let{ends:s,colors:r}=this.line.begin(n),o=0;Y_(e,a=>{this.writeColor(e.points,a);for(let l=0;l<3;l++)s[6*o+l]=e.points[a+l],s[6*o+3+l]=e.points[a+6+l],r[6*o+l]=r[6*o+3+l]=this.colors[3*o+l]=bl[l];o++}),this.line.done(),this.tube.update(e,this.colors),this.fittings.update(e,t)}reach(e,{points:t}){let n=new P;for(let s=0;s<t.length;s+=6)Number.isFinite(t[s])&&e(n.fromArray(t,s))}dispose(){this.tube.geometry.dispose(),this.material.dispose(),this.line.dispose(),this.fittings.dispose()}writeColor(e,t){let n=e[t+4];this.coloring==="plain"?this.plain.toArray(bl):this.coloring==="twist"?this.scales.twist.write(e[t+5],this.range,bl,0):n>0?this.scales.tension.write(n,this.range,bl,0):this.slack.toArray(bl)}followRanges(e){for(let[t,n]of[["tension",4],["twist",5]]){let[s,r]=[1/0,-1/0];Y_(e,o=>{let a=e.points[o+n];!Number.isFinite(a)||n===4&&a<=0||(s=Math.min(s,a),r=Math.max(r,a))}),this.ranges[t].follow(s,r,performance.now()/1e3)}}};function k1(i){i.fragmentShader=i.fragmentShader.replace("#include <emissivemap_fragment>","totalEmissiveRadiance += 0.45 * diffuseColor.rgb;")}var bl=new Float32Array(3);function Y_(i,e){for(let{first:t,count:n}of i.runs)for(let s=0;s+1<n;s++)e((t+s)*6)}var gp=.22,Du=.006,Nu=4.5,G1=new De("#35b57c"),V1=new De("#e3b02c"),Z_=new De("#e5484d"),H1=new De("#4c8fe0"),$_=new De("#f08a24"),W1=new P(1,0,0),Sl=class{constructor(e,t){this.group=e;this.mesh=this.make(t,new cn({roughness:.6}),64)}group;mesh;begin(e){if(e>this.mesh.instanceMatrix.count){let{geometry:t,material:n}=this.mesh;this.group.remove(this.mesh),this.mesh.dispose(),this.mesh=this.make(t,n,e*2)}this.mesh.count=e}set(e,t,n){this.mesh.setMatrixAt(e,t),this.mesh.setColorAt(e,n)}done(){this.mesh.instanceMatrix.needsUpdate=!0,this.mesh.instanceColor&&(this.mesh.instanceColor.needsUpdate=!0)}dispose(){this.mesh.geometry.dispose(),this.mesh.material.dispose(),this.mesh.dispose()}make(e,t,n){let s=new ti(e,t,n);return s.instanceMatrix.setUsage(Mi),s.frustumCulled=!1,this.group.add(s),s}},Uu=class{group=new Nt;showForces=!1;showContacts=!1;newtonsPerMetre=0;shafts=new Sl(this.group,new as(1,1,1,12).translate(0,.5,0).rotateZ(-Math.PI/2));heads=new Sl(this.group,new ya(2.4,Nu,16).translate(0,Nu/2,0).rotateZ(-Math.PI/2));dots=new Sl(this.group,new ni(1,12,8));update(e,t){let n=this.showForces?e.forces.length/7:0,s=this.showContacts?e.contacts.length/11:0;for(let r of[this.shafts,this.heads])r.begin(n+2*s);this.dots.begin(s),this.followScale(this.largest(e),t);for(let r=0;r<n;r++)this.drawForce(e,r,t);for(let r=0;r<s;r++)this.drawContact(e,r,n+2*r,t);for(let r of[this.shafts,this.heads,this.dots])r.done()}dispose(){for(let e of[this.shafts,this.heads,this.dots])e.dispose()}largest({forces:e,contacts:t}){let n=0;for(let s=0;this.showForces&&s<e.length;s+=7)n=Math.max(n,Math.hypot(...e.subarray(s+3,s+6)));for(let s=0;this.showContacts&&s<t.length;s+=11)n=Math.max(n,t[s+6]);return n}followScale(e,t){let n=this.newtonsPerMetre>0?e/this.newtonsPerMetre:0,s=n>.25*gp*t&&n<1.6*gp*t;e>0&&!s&&Number.isFinite(e)&&(this.newtonsPerMetre=Rh(e/(gp*t)))}drawForce(e,t,n){let s=t*7,r=new P().fromArray(e.forces,s),o=new P().fromArray(e.forces,s+3),a=e.forceKinds[s+6]===0?G1:V1,l=o.length()/(this.newtonsPerMetre||1);this.arrow(t,r,o.normalize(),{length:l,thick:Du*n,color:a})}drawContact(e,t,n,s){let r=t*11,o=new P().fromArray(e.contacts,r),a=new P().fromArray(e.contacts,r+3),l=new P().fromArray(e.contacts,r+7),c=e.contactKinds[r+10]===2,h=Du*s,d=this.newtonsPerMetre||1;this.dots.set(t,new Ke().makeScale(h,h,h).setPosition(o),c?$_:Z_),this.arrow(n,o,a,{length:e.contacts[r+6]/d,thick:.6*Du*s,color:Z_}),this.arrow(n+1,o,l.clone().normalize(),{length:l.length()/d,thick:.6*Du*s,color:c?$_:H1})}arrow(e,t,n,{length:s,thick:r,color:o}){let a=new zt().setFromUnitVectors(W1,n),l=Math.min(r,s/Nu),c=Math.max(s-Nu*l,0),h=new Ke;this.shafts.set(e,h.compose(t,a,new P(c,l,l)),o);let d=t.clone().addScaledVector(n,c);this.heads.set(e,h.compose(d,a,new P(l,l,l)),o)}};var K_=.004,X1=.005,j_=14,q1=12,Ml=j_*q1,Y1=5,Z1=2,$1=.05,K1=.75,J_=new P(1,0,0),J1=new Set(["slider","angle"]),Ou=class{constructor(e,t,n){this.size=t;this.steel=new De(n);let s=[];for(let{type:a,bodies:l,points:c}of e){if(J1.has(a))continue;let[h,d]=[0,1].map(u=>({body:l[u],at:new P(...c[u])}));a==="spring"?this.springs.push({from:h,to:d}):a==="distance"&&this.bars.push({from:h,to:d});for(let u of[h,d].filter(({body:f})=>f<0))s.push(u.at);for(let u of[h,d])u.body>=0&&u.at.length()>X1*t&&this.bars.push({from:{body:u.body,at:new P},to:u})}let r=new as(1,1,1,12).translate(0,.5,0).rotateZ(-Math.PI/2),o=new cn({color:n,metalness:.4,roughness:.5});this.mesh=new ti(r,o,this.bars.length),this.mesh.castShadow=!0,this.mesh.frustumCulled=!1,this.blocks=j1(s,$1*t,Fs(n,K1)),this.group.add(this.mesh,this.blocks,this.coils.line)}size;group=new Nt;bars=[];springs=[];coils=new ps(Z1);mesh;blocks;steel;update(e){let t=K_*this.size,n=new Ke;this.bars.forEach(({from:o,to:a},l)=>{let c=Fu(o,e),h=Fu(a,e).sub(c),d=h.length(),u=new zt().setFromUnitVectors(J_,h.normalize());this.mesh.setMatrixAt(l,n.compose(c,u,new P(d,t,t)))}),this.mesh.instanceMatrix.needsUpdate=!0;let{ends:s,colors:r}=this.coils.begin(this.springs.length*Ml);this.springs.forEach(({from:o,to:a},l)=>{this.writeCoil(Fu(o,e),Fu(a,e),s.subarray(6*Ml*l))});for(let o=0;o<2*this.springs.length*Ml;o++)this.steel.toArray(r,3*o);this.coils.done()}dispose(){for(let e of[this.mesh,this.blocks])e.geometry.dispose(),e.material.dispose(),e.dispose();this.coils.dispose()}writeCoil(e,t,n){let s=t.clone().sub(e),r=new zt().setFromUnitVectors(J_,s.clone().normalize()),[o,a]=[new P(0,1,0),new P(0,0,1)].map(c=>c.applyQuaternion(r)),l=c=>{let h=c/Ml,d=2*Math.PI*j_*h,u=Y1*K_*this.size*Math.min(1,10*h,10*(1-h));return e.clone().addScaledVector(s,h).addScaledVector(o,u*Math.cos(d)).addScaledVector(a,u*Math.sin(d))};for(let c=0;c<Ml;c++)l(c).toArray(n,6*c),l(c+1).toArray(n,6*c+3)}};function j1(i,e,t){let n=new cn({color:t,metalness:.3,roughness:.6}),s=new ti(new oi(e,e,e),n,i.length);return i.forEach((r,o)=>s.setMatrixAt(o,new Ke().setPosition(r))),s.castShadow=!0,s.frustumCulled=!1,s}function Fu({body:i,at:e},t){return i>=0?e.clone().applyMatrix4(t[i]):e.clone()}var Q1={tie:.008,hole:.014},eT=.28,tT=new P(0,0,1),Bu=class{constructor(e,t){this.marks=e;this.material=new Wi({color:t,depthTest:!1});let n=Math.max(e.length,1);this.meshes={tie:new ti(new ni(1,16,12),this.material,n),hole:new ti(new Ma(1,eT,8,24),this.material,n)};for(let s of Object.values(this.meshes))s.instanceMatrix.setUsage(Mi),s.frustumCulled=!1,s.renderOrder=1,this.group.add(s)}marks;group=new Nt;material;meshes;update(e,t){let n={tie:0,hole:0},s=new Ke,r=new zt;this.marks.forEach(({kind:o},a)=>{let l=a*8;if(!(e[l+6]>0))return;let c=Math.max(e[l+6],Q1[o]*t);o==="hole"&&r.setFromUnitVectors(tT,new P().fromArray(e,l+3)),s.compose(new P().fromArray(e,l),r,new P().setScalar(c)),this.meshes[o].setMatrixAt(n[o]++,s)});for(let o of["tie","hole"])this.meshes[o].count=n[o],this.meshes[o].instanceMatrix.needsUpdate=!0}dispose(){this.material.dispose();for(let e of Object.values(this.meshes))e.geometry.dispose(),e.dispose()}};var nT=200,iT={color:"#242a31",opacity:.4,transparent:!0},ku=class{group=new Nt;material=new Js(iT);ruled=[];spacing=0;constructor(e){e.forEach(({shapes:t},n)=>{for(let s of t)s.type==="plane"&&!s.ground&&this.add(n,s)})}rule(e){if(e!==this.spacing){this.spacing=e;for(let{lines:t,half:n}of this.ruled)t.geometry.dispose(),t.geometry=sT(n,e)}}update(e){for(let{body:t,matrix:n,lines:s}of this.ruled)s.matrix.multiplyMatrices(e[t],n)}dispose(){this.material.dispose();for(let{lines:e}of this.ruled)e.geometry.dispose()}add(e,{position:t,rotation:n,half_extents:s}){let r=new xr(new Ot,this.material);r.matrixAutoUpdate=!1,r.frustumCulled=!1;let o=new Ke().compose(new P(...t),_l(n),new P(1,1,1));this.ruled.push({body:e,matrix:o,half:s?.[0]??0,lines:r}),this.group.add(r)}};function sT(i,e){let t=Math.min(Math.floor(i/e),nT),n=[];for(let s=-t;s<=t;s++){let r=s*e;n.push(r,-i,0,r,i,0,-i,r,0,i,r,0)}return new Ot().setAttribute("position",new gt(n,3))}var Q_=8,rT=1.75,zu=class{lines=new ps(rT);group=this.lines.line;rods=[];constructor(e){e.forEach((t,n)=>{for(let s of t.shapes){let r=oT(s);if(!r)continue;r.applyQuaternion(_l(s.rotation));let o=new P(...s.position);this.rods.push({body:n,from:o.clone().sub(r),to:o.add(r),color:ml(t,s).color})}})}update(e){let{ends:t,colors:n}=this.lines.begin(this.rods.length),s=new P;this.rods.forEach(({body:r,from:o,to:a,color:l},c)=>{s.copy(o).applyMatrix4(e[r]).toArray(t,6*c),s.copy(a).applyMatrix4(e[r]).toArray(t,6*c+3),l.toArray(n,6*c),l.toArray(n,6*c+3)}),this.lines.done()}dispose(){this.lines.dispose()}};function oT(i){let{type:e,radius:t=0,half_length:n=0,half_extents:s}=i;if(e==="cylinder"||e==="capsule")return n>Q_*t?new P(n,0,0):null;let r=e==="box"?s??[0,0,0]:[1,1,1],[o,a]=[...r].sort((l,c)=>c-l);return o>Q_*a?new P(...r.map(l=>l===o?l:0)):null}var aT={metalness:0,roughness:.55},lT={opacity:.45,transparent:!0},cT=.03,hT={polygonOffset:!0,polygonOffsetFactor:1,polygonOffsetUnits:1},Gu=class{group=new Nt;material;wireMaterial;shown;constructor(e,t){this.material=new cn({color:t,...aT,...hT}),this.wireMaterial=new Js({color:Fs(t,cT),...lT}),this.shown=e.map(n=>this.make(n));for(let{mesh:n,wire:s}of this.shown)this.group.add(n,s)}set showEdges(e){for(let{wire:t}of this.shown)t.visible=e}update(e){let t=0;for(let{mesh:n,positions:s}of this.shown){let{array:r}=s;if(t+r.length>e.length)return;r.set(e.subarray(t,t+r.length)),s.needsUpdate=!0,n.geometry.computeVertexNormals(),n.geometry.computeBoundingSphere(),t+=r.length}}reach(e){for(let{positions:t}of this.shown)for(let n=0;n<t.count;n++)e(new P().fromBufferAttribute(t,n))}indexOf(e){return this.shown.findIndex(({mesh:t})=>t===e.object)}get meshes(){return this.shown.map(({mesh:e})=>e)}dispose(){this.material.dispose(),this.wireMaterial.dispose();for(let{mesh:e,wire:t}of this.shown)e.geometry.dispose(),t.geometry.dispose()}make({vertices:e,triangles:t}){let n=new jt(new Float32Array(3*e),3);n.setUsage(Mi);let s=new Ot().setAttribute("position",n);s.setIndex(t);let r=new Bt(s,this.material);r.castShadow=r.receiveShadow=!0;let o=new Ot().setAttribute("position",n);o.setIndex(uT(t));let a=new xr(o,this.wireMaterial);return a.visible=r.frustumCulled=a.frustumCulled=!1,{mesh:r,wire:a,positions:n}}};function uT(i){let e=new Set,t=[];for(let n=0;n<i.length;n++){let s=n%3===2?n-2:n+1,[r,o]=[i[n],i[s]].sort((a,l)=>a-l);e.has(`${r} ${o}`)||(e.add(`${r} ${o}`),t.push(r,o))}return t}function _p(i,e=!1){let t=i[0].index!==null,n=new Set(Object.keys(i[0].attributes)),s=new Set(Object.keys(i[0].morphAttributes)),r={},o={},a=i[0].morphTargetsRelative,l=new Ot;l.morphTargetsRelative=a;let c=0;for(let h=0;h<i.length;++h){let d=i[h],u=0,f=0;if(t!==(d.index!==null))return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". All geometries must have compatible attributes; make sure index attribute exists among all geometries, or in none of them."),null;for(let g in d.attributes){if(!n.has(g))return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+'. All geometries must have compatible attributes; make sure "'+g+'" attribute exists among all geometries, or in none of them.'),null;r[g]===void 0&&(r[g]=[]),r[g].push(d.attributes[g]),u++}if(u!==n.size)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". Make sure all geometries have the same number of attributes."),null;if(a!==d.morphTargetsRelative)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". .morphTargetsRelative must be consistent throughout all geometries."),null;for(let g in d.morphAttributes){if(!s.has(g))return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+".  .morphAttributes must be consistent throughout all geometries."),null;if(d.morphAttributes[g].length!==i[0].morphAttributes[g].length)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+'. All geometries must have the same number of morph targets for the "'+g+'" morph attribute.'),null;o[g]===void 0&&(o[g]=[]),o[g].push(d.morphAttributes[g]),f++}if(f!==s.size)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". Make sure all geometries have the same number of morph attributes."),null;if(e){let g;if(t)g=d.index.count;else if(d.attributes.position!==void 0)g=d.attributes.position.count;else return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". The geometry must have either an index or a position attribute"),null;l.addGroup(c,g,h),c+=g}}if(t){let h=0,d=[];for(let u=0;u<i.length;++u){let f=i[u].index;for(let g=0;g<f.count;++g)d.push(f.getX(g)+h);h+=i[u].attributes.position.count}l.setIndex(d)}for(let h in r){let d=ex(r[h]);if(!d)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed while trying to merge the "+h+" attribute."),null;l.setAttribute(h,d)}for(let h in o){let d=o[h][0].length;if(d!==0){l.morphAttributes=l.morphAttributes||{},l.morphAttributes[h]=[];for(let u=0;u<d;++u){let f=[];for(let v=0;v<o[h].length;++v)f.push(o[h][v][u]);let g=ex(f);if(!g)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed while trying to merge the "+h+" morphAttribute."),null;l.morphAttributes[h].push(g)}}}return l}function ex(i){let e,t,n,s=-1,r=0;for(let c=0;c<i.length;++c){let h=i[c];if(e===void 0&&(e=h.array.constructor),e!==h.array.constructor)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.array must be of consistent array types across matching attributes."),null;if(t===void 0&&(t=h.itemSize),t!==h.itemSize)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.itemSize must be consistent across matching attributes."),null;if(n===void 0&&(n=h.normalized),n!==h.normalized)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.normalized must be consistent across matching attributes."),null;if(s===-1&&(s=h.gpuType),s!==h.gpuType)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.gpuType must be consistent across matching attributes."),null;r+=h.count*t}let o=new e(r),a=new jt(o,t,n),l=0;for(let c=0;c<i.length;++c){let h=i[c];if(h.isInterleavedBufferAttribute){let d=l/t;for(let u=0,f=h.count;u<f;u++)for(let g=0;g<t;g++){let v=h.getComponent(u,g);a.setComponent(u+d,g,v)}}else o.set(h.array,l);l+=h.count*t}return s!==void 0&&(a.gpuType=s),a}var dT=56,tx=5,fT=40,Hu=.4,nx=new De("#e8762d");function ix(i,e){let t=i.getAttribute("position").count,n=new Float32Array(3*t);for(let s=0;s<t;s++)e.toArray(n,3*s);return i.setAttribute("color",new gt(n,3)),i}function Vu(i,e){return i.slice(1).map((t,n)=>{let s=[i[n],t].map(([r,o])=>new Ge(r,o));return ix(new yr(s,dT).rotateX(Math.PI/2),e)})}function sx(i,e,t,n){let[s,r]=t;return ix(new oi(e-i,s,r).translate((i+e)/2,0,0),n)}function rx({radius:i,width:e,cable:t,color:n}){let[s,r]=[new De(n),Fs(n,Hu)],o=Math.max(e/2,1.4*t),a=Math.max(i-t,.3*i),l=i+Math.max(.5*t,.04*i),c=a-.14*i,h=.24*i,d=[...Vu([[c,-o],[l,-o],[l,-.8*o],[a,-.3*o],[a,.3*o],[l,.8*o],[l,o],[c,o],[c,-o]],s),...Vu([[0,-1.1*o],[h,-1.1*o],[h,1.1*o],[0,1.1*o]],s)];for(let u=0;u<tx;u++){let f=sx(.8*h,c+.02*i,[.13*i,1.1*o],u===0?nx:r);d.push(f.rotateZ(2*Math.PI*u/tx))}return _p(d)}function ox({radius:i,width:e,cable:t,color:n}){let[s,r]=[new De(n),Fs(n,Hu)],o=Math.max(e,i)/2,a=Math.max(i-t,.3*i),l=i+Math.max(2.5*t,.15*i),c=.08*i,h=[...Vu(pT(a,o,t),s),...[-1,1].flatMap(f=>Vu([[0,f*o],[l,f*o],[l,f*(o+c)],[0,f*(o+c)]],r))],d=2*(o+1.15*c),u=sx(.25*i,.95*l,[.12*i,d],nx);return _p([...h,u])}function pT(i,e,t){let n=Math.min(fT,Math.max(1,Math.floor(e/Math.max(t,1e-9)))),s=2*e/n,r=[];for(let o=0;o<n;o++){let a=-e+o*s,[l,c]=[a+.3*s,a+.7*s];r.push([i+.12*s,a],[i,l],[i,c])}return r.push([i+.12*s,e]),r}var mT=3,ax=new P(0,0,1),Wu=class{constructor(e,t,n){this.wheels=e;this.color=n;this.bare=new cn({color:Fs(n,Hu),roughness:.6}),this.meshes=e.map(s=>{let r=this.makeMesh(s,t[s.cable]?.radius??0);return r.castShadow=r.receiveShadow=!0,r.matrixAutoUpdate=!1,r});for(let s of this.meshes)this.group.add(s)}wheels;color;group=new Nt;geometries=new Map;material=new cn({vertexColors:!0,metalness:.35,roughness:.5});bare;meshes;update(e,t){let n=new zt,s=new P(1,1,1);this.wheels.forEach((r,o)=>{let{matrix:a}=this.meshes[o],l=new zt().setFromUnitVectors(ax,new P(...r.axis));l.multiply(n.setFromAxisAngle(ax,t[o]??0)),a.compose(new P(...r.center),l,s),r.body>=0&&a.premultiply(e[r.body]),this.meshes[o].matrixWorldNeedsUpdate=!0})}reach(e){this.wheels.forEach(({radius:t},n)=>{let s=new P().setFromMatrixPosition(this.meshes[n].matrix),r=new P(t,t,t);for(let o of fl(new ln(s.clone().sub(r),s.add(r))))e(o)})}bodyOf(e){let t=this.meshes.indexOf(e.object);return t<0?-1:this.wheels[t].body}dispose(){for(let e of this.geometries.values())e.dispose();this.material.dispose(),this.bare.dispose()}makeMesh(e,t){let n={radius:e.radius,width:e.width,cable:t,color:this.color},s=!(e.radius>t),r=`${s?"point":e.drum} ${e.radius} ${e.width} ${t}`;if(!this.geometries.has(r)){let o=()=>e.drum?ox(n):rx(n);this.geometries.set(r,s?new ni(mT*t):o())}return new Bt(this.geometries.get(r),s?this.bare:this.material)}};var gT=.012,Xu=class{constructor(e,t){this.description=e;let{eye:n,target:s}=e.camera,r=new P(...n).distanceTo(new P(...s));this.size=r/3;let{bodies:o,geometries:a,colors:l}=e;this.bodies=new Au(o,a,gT*this.size),this.planes=new ku(o),this.wheels=new Wu(e.wheels,e.cables,l.wheel),this.links=new Ou(e.joints,this.size,l.link),this.cables=new Lu(e.cables,l),this.cables.paint(t),this.rods=new zu(o),this.solids=new Gu(e.solids,l.solid),this.marks=new Bu(e.marks,l.mark),this.parts=[this.bodies,this.wheels,this.cables,this.glyphs,this.links,this.rods,this.planes,this.solids,this.marks];for(let c of this.parts)this.group.add(c.group)}description;group=new Nt;bodies;wheels;cables;solids;glyphs=new Uu;planes;box=new ln;size;links;marks;rods;parts;update(e){e.bodies.length>0&&this.bodies.update(e.bodies),this.bodies.dim(e.asleep),this.planes.update(this.bodies.matrices),this.wheels.update(this.bodies.matrices,e.wheelAngles),this.links.update(this.bodies.matrices),this.rods.update(this.bodies.matrices),this.cables.update(e,this.size),e.solids.length>0&&this.solids.update(e.solids),this.marks.update(e.marks,this.size),this.glyphs.update(e,this.size),this.box.makeEmpty(),this.reach(t=>this.box.expandByPoint(t),e),this.box.isEmpty()||(this.size=this.box.getBoundingSphere(new Dn).radius)}reach(e,t){this.bodies.reach(e),this.wheels.reach(e),this.cables.reach(e,t),this.solids.reach(e)}dispose(){this.group.removeFromParent();for(let e of this.parts)e.dispose()}};var _T=300,qu=.06,lx=.93,Yu=class{description=null;frame=null;view=null;drives=!1;drawn=0;seen=!1;painted=!1;begun=null;opening="";onScreen=null;acknowledged=null;theme=new bu;stage=new vu(Ue("view"));picker=new Kh(this.stage);send=e=>this.connection.send(e);waiting=new Su(this.stage.inSoftware);notices=new $h(()=>this.send(_n.take()));bar=new Ph(this.send);controls=new Uh(this.send);plots=new fu(this.theme.palette);profile=new pu;report=new mu;legend=new Zh;gizmo=new zh(document.querySelector("#gizmo"));display=new Fh(()=>this.choose());hover=new qh(this.stage,this.picker);hand=new Xh(this.stage,this.picker,{view:()=>this.view,frame:()=>this.frame,drives:()=>this.drives,send:this.send});gallery;connection;constructor(e){this.gallery=new Bh(e,(t,n)=>this.open(t,n)),this.waiting.forConnection(),this.stage.scene.add(this.hand.group),this.stage.paint(this.theme.palette),this.theme.onChange(()=>this.repaint()),this.bindKeys(),Ue("frame").onclick=()=>this.frameAll(),this.enable(),this.connection=new Ih(e,{text:t=>this.guard(()=>this.receiveText(t)),binary:t=>this.guard(()=>this.receiveFrame(t)),opened:()=>this.meet(),closed:t=>this.lose(t),refused:()=>this.giveUp()}),requestAnimationFrame(()=>this.tick())}inspector(){let e=this;return{get scene(){return e.description},get frame(){return e.frame&&$g(e.frame)},get connected(){return e.connection.connected},get drives(){return e.drives},get frames(){return e.drawn},get begun(){return e.begun},get mirrors(){return e.stage.scene.environment!==null},get ground(){return[...e.stage.ground.group.position,e.stage.ground.reach]},project:(t,n,s)=>{let r=e.stage.project(new P(t,n,s)),{left:o,top:a}=e.stage.canvas.getBoundingClientRect();return{x:r.x+o,y:r.y+a}},plotted:t=>e.plots.plotted(t),pick:(t,n)=>{let{left:s,top:r}=e.stage.canvas.getBoundingClientRect(),o=e.view&&e.frame&&e.picker.pick(t-s,n-r,e.view,e.frame);return o&&{...o,point:o.point.toArray()}}}}guard(e){try{e()}catch(t){this.notices.complain(t instanceof Error?t.message:String(t))}}receiveText(e){e.type==="scene"&&this.show(kg(e)),e.type==="notice"&&this.tell(String(e.text)),e.type==="role"&&(this.drives=e.drives===!0,this.notices.showRole(this.drives,Number(e.clients)),this.enable())}receiveFrame(e){if(!this.description)return;let t=zg(e,this.description),n=()=>this.acknowledge(t);if(t.scene!==this.description.scene)return n();this.frame=t,this.plots.record(t),this.bar.update(t),this.profile.update(t,this.bar.budget),this.report.update(t),setTimeout(()=>{this.seen&&n()},_T)}open(e,t){this.opening=t,this.waiting.forScene(t),this.send(_n.open(e))}tell(e){let t=this.opening;this.opening="",t!==""&&this.seen&&this.waiting.end(),t===""||e===""?this.notices.say(e):this.gallery.complain(`\u201C${t}\u201D cannot be opened:
${e}`)}show(e){let t=this.description===null||this.description.title!==e.title||this.description.current!==e.current;this.hand.release(),this.frame&&this.acknowledge(this.frame),this.opening="",t&&(this.seen=this.painted=!1),this.seen?this.waiting.end():this.waiting.forPicture(),this.view?.dispose(),this.description=e,this.frame=null,this.view=new Xu(e,this.theme.palette),this.stage.add(this.view.group),this.display.apply(this.view),t&&this.stage.look(e.camera),this.bar.clear(),this.controls.build(e),this.plots.build(e),this.profile.build(e),this.report.build(e),this.gallery.build(e),this.enable(),document.title=`${e.title} \u2013 Reeve`,St(Ue("title"),e.title),St(Ue("look"),e.look),this.showKeys()}say(e){this.notices.say(e),this.gallery.say(e)}meet(){this.say(""),this.acknowledged=null,this.display.wantsForces&&this.send(_n.forces(!0))}giveUp(){this.waiting.end(),this.say("Reeve was started again, and the address of this page is no longer valid. Close this page and open the address that Reeve printed last.")}lose(e){this.drives=!1,this.opening="",this.waiting.end(),this.enable(),this.say(e?`The server closed the connection: ${e}`:"The connection to Reeve is lost. Is it still running? Trying again\u2026")}enable(){this.bar.enable(this.drives),this.controls.enable(this.drives),this.gallery?.enable(this.drives),this.drives||this.hand.release()}tick(){requestAnimationFrame(()=>this.tick()),this.guard(()=>this.draw())}draw(){if(!this.painted&&this.frame){this.painted=!0;return}this.hand.flush(),this.stage.tick();let{view:e,frame:t}=this,n=t!==null&&t!==this.onScreen;if(e&&t&&n&&this.place(e,t),e&&t&&this.hover.update(e,t),this.plots.draw(),!this.seen&&t&&!n)return this.finish(t);this.stage.stale&&(t||!e)?(this.stage.draw(),this.gizmo.draw(this.stage.camera),t&&this.hand.show(t,e?.size??1)):t&&this.stage.rest(),t&&n&&(this.onScreen=t),t&&n&&this.seen&&(this.drawn++,this.acknowledge(t))}finish(e){this.stage.isDone()&&(this.seen=!0,this.begun=e.time,this.drawn++,this.waiting.end(),this.acknowledge(e))}place(e,t){e.update(t),e.box.isEmpty()||this.stage.follow(e.box,n=>e.reach(n,t)),this.hand.show(t,e.size),this.legend.update(e.cables,t.points.length>0),e.planes.rule(this.stage.ground.spacing),this.display.showScale(e,this.stage.ground.spacing),this.stage.stale=!0}acknowledge(e){this.acknowledged&&this.acknowledged.number>=e.number&&this.acknowledged.scene===e.scene||(this.acknowledged=e,this.send(_n.shown(e.number)))}choose(){this.send(_n.forces(this.display.wantsForces)),this.refresh()}refresh(){!this.view||!this.frame||(this.display.apply(this.view),this.place(this.view,this.frame))}repaint(){this.stage.paint(this.theme.palette),this.plots.paint(this.theme.palette),this.view?.cables.paint(this.theme.palette),this.refresh()}frameAll(){this.view&&!this.view.box.isEmpty()&&this.stage.frame(this.view.box)}bindKeys(){let e=s=>()=>{this.drives&&s()},t=e(()=>this.bar.togglePlay()),n=new Dh({view:(s,r)=>this.moveView(s,r),control:(s,r)=>this.drives&&this.controls.press(s,r),page:{space:t,p:t,".":e(()=>this.bar.step()),r:e(()=>this.bar.reset()),home:()=>this.frameAll(),escape:()=>this.hand.release()}});addEventListener("blur",()=>{n.letGo(),this.controls.letGo(),this.hand.release()}),addEventListener("click",s=>{let r=s.target;s.detail>0&&r.closest("button, summary, input[type=checkbox]")&&document.activeElement?.blur()})}moveView(e,t){let n={left:[-qu,0],right:[qu,0],up:[0,-qu],down:[0,qu]};if(t&&e in n)this.stage.turn(...n[e]);else if(e==="+"&&!this.controls.uses("+"))this.stage.zoom(lx);else if(e==="-"&&!this.controls.uses("-"))this.stage.zoom(1/lx);else return!1;return!0}showKeys(){let e={"play-key":["space","p"],"step-key":["."],"reset-key":["r"]};for(let[t,n]of Object.entries(e)){let s=n.find(r=>!this.controls.uses(r));Ue(t).hidden=s===void 0,St(Ue(t),s==="space"?"Space":s?.toUpperCase()??"")}}};function cx(){let i=Ue("panel-toggle"),e=t=>{document.body.classList.toggle("panel-hidden",!t),i.setAttribute("aria-expanded",String(t))};e(Ja("panel")!=="hidden"),i.onclick=()=>{let t=document.body.classList.contains("panel-hidden");e(t),Th("panel",t?"shown":"hidden")}}function xT(){let i=new URLSearchParams(location.search).get("token")??"";cx();try{window.reeve=new Yu(i).inspector()}catch(e){let t=Ue("banner");Ue("waiting").hidden=!0,t.hidden=!1;let n=yT()?`The page could not start: ${String(e)}`:"This page draws with WebGL 2, which this browser does not offer. Turn on hardware acceleration in its settings, or open the address in a current Firefox or Chrome.";St(t,n)}}function yT(){return document.createElement("canvas").getContext("webgl2")!==null}var hx=!1;function ux(){hx||xT(),hx=!0}requestAnimationFrame(()=>setTimeout(ux));setTimeout(ux,200);})();
/*! This file holds parts of

three

The MIT License

Copyright © 2010-2026 three.js authors

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.

uplot

The MIT License (MIT)

Copyright (c) 2022 Leon Sorokin

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.
*/
