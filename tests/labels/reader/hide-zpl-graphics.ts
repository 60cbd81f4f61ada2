import { padding, spelled, type HiddenCommand, type Way } from './hiding.ts'

/** A binary graphic whose count a printer reads as `read`, and the command right behind that many bytes. */
const counted = (count: string, read: number) => (it: HiddenCommand) =>
  `^FO10,10^GFB,${count},1000,10,${'X'.repeat(read)}${spelled(it)}^FX${padding}^FS`

const COUNTS: readonly (readonly [way: string, count: string, read: number])[] = [
  ['count with an exponent', '1e3', 1],
  ['count with a capital exponent', '1E3', 1],
  ['count with a fraction and an exponent', '10.0e2', 10],
  ['count in hexadecimal', '0x3e8', 0],
  ['count in octal', '0o1750', 0],
  ['count in binary', '0b1111101000', 0],
  ['count that is infinite', 'Infinity', 0],
  ['count with a blank in it', '1 000', 1],
  ['count with an underscore in it', '1_000', 1],
  ['count with an apostrophe in it', "1'000", 1],
  ['count with a line end in it', '1\r\n0', 10],
  ['count behind 200 zeros', `${'0'.repeat(200)}2`, 2],
  ['count behind 200 line ends', `${'\n'.repeat(200)}2`, 2],
  ['count with a letter before it', 'x4', 4],
  ['count left out', '', 0],
  ['count with a unit separator in it', '1\x1f000', 1],
]

/** Graphics and downloads in which a judge passes over more than a printer does. */
export const GRAPHICS: readonly Way[] = [
  ...COUNTS.map(([way, count, read]): Way => ({
    way,
    // A separator parts the count in two, so that one field fewer follows.
    inside: count.includes('\x1f')
      ? (it) => `^FO10,10^GFB,${count},10,${'X'.repeat(read)}${spelled(it)}^FX${padding}^FS`
      : counted(count, read),
  })),
  {
    way: 'count over what a printer takes',
    inside: (it) => `^FO10,10^GFB,102000,102000,100,${'X'.repeat(99_999)}${spelled(it)}^FX${'0'.repeat(2100)}^FS`,
  },
  { way: 'count of bytes and a larger size', inside: (it) => `^GFB,4,1000,10,XXXX${spelled(it)}^FX${padding}^FS` },
  { way: 'line end counted as data', inside: (it) => `^GFB,4,4,1,\r\nXX${spelled(it)}^FS` },
  { way: 'characters of two bytes counted as bytes', inside: (it) => `^GFB,4,4,1,\xc3\xa9\xc3\xa9${spelled(it)}^FS` },
  { way: 'no character at all in the data', inside: (it) => `^GFC,4,4,1,\xff\xfe\xf0\x9f${spelled(it)}^FS` },
  { way: 'prefixes as data of a binary graphic', inside: (it) => `^GFB,4,4,1,^XZ~${spelled(it)}^FS` },
  { way: 'header of a binary graphic cut short', inside: (it) => `^GFB,1000${spelled(it)}^FX${padding}^FS` },
  {
    way: 'header of a binary graphic without its last comma',
    inside: (it) => `^GFB,1000,1000,10${spelled(it)}^FX${padding}`,
  },
  { way: 'unknown kind of graphic', inside: (it) => `^GFD,1000,1000,10,${spelled(it)}^FX${padding}^FS` },
  { way: 'no kind of graphic', inside: (it) => `^GF,1000,1000,10,${spelled(it)}^FX${padding}^FS` },
  {
    way: 'hexadecimal graphic with a large count',
    inside: (it) => `^GFA,1000,1000,10,FF${spelled(it)}^FX${padding}^FS`,
  },
  { way: 'surplus of a hexadecimal graphic', inside: (it) => `^GFA,2,2,1,FFFF0000${spelled(it)}^FS` },
  { way: 'hexadecimal graphic with row and repeat marks', inside: (it) => `^GFA,900,900,10,gG0:,!${spelled(it)}^FS` },
  { way: 'compressed graphic without its end', inside: (it) => `^GFA,900,900,10,:Z64:eJxjYGBg${spelled(it)}:0000^FS` },
  { way: 'base64 graphic with a command in it', inside: (it) => `^GFA,900,900,10,:B64:AAAA${spelled(it)}AAAA:0000^FS` },
  { way: 'compressed data in a binary graphic', inside: (it) => `^GFB,4,900,10,:Z64${spelled(it)}:0000^FS` },
  { way: 'stored graphic with a large count', inside: (it) => `~DGR:A.GRF,1000,10,FF${spelled(it)}^FX${padding}^FS` },
  { way: 'stored graphic with words between', inside: (it) => `~DGR:A.GRF,4,1,FF00FF00 text ${spelled(it)}^FS` },
  { way: 'font download with a large count', inside: (it) => `~DUR:A.FNT,1000,FF${spelled(it)}^FX${padding}^FS` },
  { way: 'bounded font download with a large count', inside: (it) => `~DTR:A.DAT,1000,FF${spelled(it)}^FX${padding}` },
  { way: 'scalable font download with a large count', inside: (it) => `~DSR:A.FNT,1000,FF${spelled(it)}^FX${padding}` },
  { way: 'encoding download with a large count', inside: (it) => `~DER:A.DAT,1000,FF${spelled(it)}^FX${padding}` },
  { way: 'bitmap font download', inside: (it) => `~DBR:A.FNT,N,5,24,3,10,2,X,#0025.5.16.${spelled(it)}^FX${padding}` },
  { way: 'object in ASCII with a large count', inside: (it) => `~DYR:A,A,G,1000,10,FF${spelled(it)}^FX${padding}` },
  { way: 'picture object with a large count', inside: (it) => `~DYR:A,P,P,1000,10,FF${spelled(it)}^FX${padding}` },
  { way: 'binary object with an exponent', inside: (it) => `~DYR:A,B,G,1e3,10,X${spelled(it)}^FX${padding}` },
  { way: 'binary object in hexadecimal', inside: (it) => `~DYR:A,B,G,0x3e8,10,X${spelled(it)}^FX${padding}` },
  { way: 'binary object whose header is cut', inside: (it) => `~DYR:A,B,G,1000${spelled(it)}^FX${padding}` },
  { way: 'object of an unknown format', inside: (it) => `~DYR:A,Q,G,1000,10,FF${spelled(it)}^FX${padding}` },
]
