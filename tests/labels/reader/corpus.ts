import type { Language } from './index.ts'
import { stream } from './streams.ts'

/** What a shop expects of a label: that it comes out, that it does so without its settings, or that it is stopped. */
type Expected = 'prints' | 'prints after stripping' | 'refused'

export interface Example {
  name: string
  language: Language
  bytes: Uint8Array
  expected: Expected
  /** Pieces of paper, where some come out. */
  copies: number
  why: string
}

const row =
  (language: Language) =>
  (name: string, text: string, expected: Expected, why: string, copies = expected === 'refused' ? 0 : 1): Example => ({
    name,
    language,
    bytes: stream(text),
    expected,
    copies,
    why,
  })
const zpl = row('zpl')
const epl = row('epl')

/** Something to see on each label. */
const BODY = '^FO40,40^A0N,40,40^FDNorth dock^FS'
const LINE = 'A40,40,0,4,1,1,N,"North dock"\n'

/** Odd labels such as carriers, shops and drivers send, each with what a shop expects of it. */
export const CORPUS: readonly Example[] = [
  zpl('as small as a label gets', '^XA^FDx^FS^XZ', 'prints', 'A field needs neither origin nor font.'),
  zpl('small letters', '^xa^fo40,40^a0n,40,40^fdNorth dock^fs^xz', 'prints', 'Names may be written in either size.'),
  zpl('control bytes for start and end', `\x02${BODY}\x03`, 'prints', 'STX and ETX are the label start and end.'),
  zpl('a field ended by a control byte', '\x02^FO40,40^FDNorth dock\x0f\x03', 'prints', 'SI is the end of a field.'),
  zpl('no line end at all', `^XA${BODY}^FO40,90^GB700,3,3^FS^XZ`, 'prints', 'Line ends mean nothing.'),
  zpl(
    'line ends within commands',
    '^XA\r\n^FO\r\n40,\r\n40\r\n^FDNorth\r\n dock^FS\r\n^XZ',
    'prints',
    'They are dropped.',
  ),
  zpl('blanks before numbers', '^XA^FO 40, 40^FDNorth dock^FS^XZ', 'prints', 'Labels of a postal service have them.'),
  zpl('numbers with a fraction', '^XA^FO 203.2,0^FDNorth dock^FS^XZ', 'prints', 'A place is cut to whole dots.'),
  zpl(
    'fields without an end',
    '^XA^FO40,40^FDNorth dock^FO40,80^FDGate 2^XZ',
    'prints',
    'The next command ends a field.',
  ),
  zpl('doubled prefix', `^XA^^PON${BODY}^XZ`, 'prints', 'A parcel service writes it; the first is dropped.'),
  zpl('started twice', `^XA^LL1218^XA${BODY}^XZ`, 'prints', 'The second start begins again; a post sends this.'),
  zpl('comment with punctuation', `^XA^FX --- head; "box" {1} ---^FS${BODY}^XZ`, 'prints', 'A comment is no text.'),
  zpl('code page before the label', `^CI28^XA${BODY}^XZ`, 'prints', 'A setting of text that is set back afterwards.'),
  zpl('UTF-8 text', '^XA^CI28^FO40,40^FDMalm\xc3\xb6 \xe2\x82\xac 5^FS^XZ', 'prints', 'Code page 28 is UTF-8.'),
  zpl('one-byte text', '^XA^CI27^FO40,40^FDMalm\xf6^FS^XZ', 'prints', 'Each byte is a letter.'),
  zpl('code page with remapped signs', `^XA^CI13,35,36^FDCost #5^FS^XZ`, 'prints', 'Only pictures of signs change.'),
  zpl('escapes in text', '^XA^FO40,40^FH^FDA_5eB_7eC^FS^XZ', 'prints', 'Escaped prefixes are printed.'),
  zpl('escapes with another mark', '^XA^FO40,40^FH\\^FD50\\25 off^FS^XZ', 'prints', 'Any byte but a prefix may mark.'),
  zpl(
    'MaxiCode with escapes',
    '^XA^FO20,20^BD3^FH_^FD003840123456789[)>_1E01_1D96^FS^XZ',
    'prints',
    'Group marks are escaped.',
  ),
  zpl('upside down', `^XA^POI${BODY}^XZ`, 'prints', 'Orientation belongs to the label and is set back.'),
  zpl('label home', `^XA^LH10,12${BODY}^XZ`, 'prints', 'Set back after the job.'),
  zpl('default font and rotation', '^XA^CF0,40^FWR^FO40,40^FDNorth dock^FS^XZ', 'prints', 'Set back after the job.'),
  zpl(
    'prefix moved and put back',
    '^XA^CC--FO40,40-FDa^b-FS-CC^^XZ',
    'prints',
    'Nothing is left behind; made to print a caret.',
  ),
  zpl('prefix set to what it is', `^XA^CC^^CT~^CD,${BODY}^XZ`, 'prints', 'Windows drivers begin like this.'),
  zpl('hexadecimal graphic', '^XA^FO0,0^GFA,4,4,1,FF00FF00^FS^XZ', 'prints', 'As many bytes as announced.'),
  zpl(
    'graphic over several lines',
    '^XA^FO0,0^GFA,4,4,1,FF\r\n00\r\nFF\r\n00^FS^XZ',
    'prints',
    'Line ends mean nothing.',
  ),
  zpl(
    'graphic with repeats',
    '^XA^FO0,0^GFA,8,8,2,JF,:!^FS^XZ',
    'prints',
    'Letters repeat, signs fill and repeat rows.',
  ),
  zpl(
    'graphic with more data than announced',
    '^XA^FO0,0^GFA,2,2,1,FF00FF00^FS^XZ',
    'prints',
    'Surplus digits are ignored.',
  ),
  zpl('binary graphic full of prefixes', '^XA^FO0,0^GFB,6,6,1,~JR^XZ^FS^XZ', 'prints', 'Binary data are no commands.'),
  zpl(
    'graphic ended like a download',
    '^XA^FO0,0^GFA,2,2,1,FFFF^DN^XZ',
    'prints after stripping',
    'A parcel service writes it.',
  ),
  zpl(
    'graphic kept in memory',
    '~DGR:A.GRF,2,1,FF00^XA^XGR:A.GRF^FS^XZ^XA^IDR:A.GRF^XZ',
    'prints',
    'RAM, by name, and deleted again.',
  ),
  zpl('picture that is not there', '^XA^XGR:NONE.GRF^FS^FO1,1^FDx^FS^XZ', 'prints', 'A missing picture is blank.'),
  zpl(
    'format in RAM, recalled',
    '^XA^DFR:A^FS^FO9,9^FN1^FS^XZ^XA^XFR:A^FS^FN1^FDx^FS^XZ^XA^IDR:A.ZPL^XZ',
    'prints',
    'All of it in one job.',
  ),
  zpl('format in flash', '^XA^DFE:A.ZPL^FS^FO9,9^FN1^FS^XZ', 'refused', 'It wears the flash and stays there.'),
  zpl('format that is not in the file', '^XA^XFE:A.ZPL^FS^FN1^FDx^FS^XZ', 'refused', 'Nobody knows what it holds.'),
  zpl('one copy', `^XA${BODY}^PQ1,0,1,Y^XZ`, 'prints', 'What every carrier sends.'),
  zpl(
    'copies of zero',
    `^XA${BODY}^PQ0,1^XZ`,
    'prints after stripping',
    'Out of range is one; a pause after it is dropped.',
  ),
  zpl('two labels of three copies', `^XA${BODY}^PQ3^XZ^XA${BODY}^PQ3^XZ`, 'prints', 'Counted and shown.', 6),
  zpl(
    'settings alone, then the label',
    `^XA^MCY^PRA^XZ^XA${BODY}^XZ`,
    'prints after stripping',
    'The first has nothing to print.',
  ),
  zpl(
    'speed and darkness',
    `^XA^PR4~SD20^MD5${BODY}^XZ`,
    'prints after stripping',
    'They belong to the owner of the printer.',
  ),
  zpl(
    'written line ends after numbers',
    `^XA^LL0959\\r\\n~SD20\\r\\n${BODY}^XZ`,
    'prints after stripping',
    'A carrier sends them as text; the tail is dropped.',
  ),
  zpl('media and mode', `^XA^MNY^MTD^MMT^MFN,N${BODY}^XZ`, 'prints after stripping', 'They would bend the next job.'),
  zpl(
    'settings saved',
    `^XA~TA000~JSN^LT0^MNW^JUS^XZ^XA${BODY}^XZ`,
    'prints after stripping',
    'A parcel service sends it; saving is dropped.',
  ),
  zpl(
    'opening of a Windows driver',
    `\x10CT~~CD,~CC^~CT~^XA~TA000~JSN^LT0^PON^JUS^LRN^CI0^XZ^XA${BODY}^XZ`,
    'prints after stripping',
    'Every print from Windows begins so.',
  ),
  zpl('question for the state', `~HS^XA${BODY}^XZ`, 'prints after stripping', 'The answer would reach nobody.'),
  zpl('byte order mark', `\xef\xbb\xbf^XA${BODY}^XZ`, 'prints', 'Editors leave it there.'),
  zpl('reset', `^XA${BODY}^XZ~JR`, 'refused', 'It clears what other jobs have stored.'),
  zpl('factory settings', '^XA^JUF^XZ', 'refused', 'It overwrites what the owner has set.'),
  zpl('all files deleted', '^XA^IDR:*.*^XZ', 'refused', 'They belong to other jobs.'),
  zpl('label printed again', `^XA${BODY}^XZ~PR`, 'refused', 'It prints a duplicate.'),
  zpl('variable set', `! U1 setvar "media.type" "label"\r\n^XA${BODY}^XZ`, 'refused', 'It reprograms the printer.'),
  epl('as small as an EPL label gets', `N\n${LINE}P1\n`, 'prints', 'Clear, write, print.'),
  epl('CR LF at each end', `\r\nN\r\n${LINE}P1\r\n`, 'prints', 'CR is ignored.'),
  epl('direction and size', `N\nZB\nq812\nQ1218,24\n${LINE}P1\n`, 'prints', 'Set back after the job.'),
  epl(
    'speed, darkness and options',
    `N\nS3\nD10\nOD\nJF\n${LINE}P1\n`,
    'prints after stripping',
    'Every freight template sends them.',
  ),
  epl(
    'quotes in text',
    'N\nA40,40,0,4,1,1,N,"5\\" pipe \\\\ bend"\nP1\n',
    'prints',
    'A backslash protects the next byte.',
  ),
  epl(
    'picture with line ends and names in it',
    'N\nGW0,0,1,6,\xff\n^@\n\0\nP1\n',
    'prints',
    'Six bytes, whatever they are.',
  ),
  epl(
    'picture that begins like the end of a header',
    'N\nGW0,0,1,4,\n^@\nP1\n',
    'refused',
    'Printers disagree where it begins.',
  ),
  epl('lone full stops', `.\nN\n${LINE}P1\n.\n`, 'prints', 'Templates frame their labels with them.'),
  epl('sets and copies', `N\n${LINE}P2,3\n`, 'prints', 'Two sets of three: counted and shown.', 6),
  epl('comment', `; made by hand\nN\n${LINE}P1\n`, 'prints', 'A comment ends with its line.'),
  epl('all forms deleted', 'FK"*"\n', 'refused', 'They belong to the owner of the printer.'),
  epl('form stored', `FS"A"\n${LINE}FE\n`, 'refused', 'It wears the flash and stays there.'),
  epl('reset', '^@\n', 'refused', 'It interrupts what is being printed.'),
]
