/** Letters that do not fall apart into a Latin letter and an accent. Capitals follow from these. */
const LATIN = 'ł=l đ=d ħ=h ı=i ŋ=ng œ=oe ŧ=t ə=e ƒ=f ĸ=k ß=ss æ=ae ø=o þ=th ð=d'
const GREEK = 'α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o'
const CYRILLIC =
  'а=a б=b в=v г=g д=d е=e ж=zh з=z и=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ъ= ы=y ' +
  'ь= э=e ю=yu я=ya є=ye і=i ґ=g ђ=dj ј=j љ=lj њ=nj ћ=c џ=dz'
/** Signs that names and addresses hold. */
const SIGNS: readonly (readonly [string, string])[] = [
  ['‘', "'"],
  ['’', "'"],
  ['‚', ','],
  ['“', '"'],
  ['”', '"'],
  ['„', '"'],
  ['–', '-'],
  ['—', '-'],
  ['−', '-'],
  ['‐', '-'],
  ['…', '...'],
  ['№', 'No.'],
  ['×', 'x'],
  ['€', 'EUR'],
  ['™', 'TM'],
]

const PLAIN = new Map<string, string>(SIGNS)
for (const pair of `${LATIN} ${GREEK} ${CYRILLIC}`.split(' ')) {
  const [letter = '', plain = ''] = pair.split('=')
  PLAIN.set(letter, plain)
  if (letter !== 'ß') PLAIN.set(letter.toUpperCase(), plain.charAt(0).toUpperCase() + plain.slice(1))
}

/**
 * A character in plain Latin letters, as its reader would spell it: without its accents, and Greek and Cyrillic by their
 * usual romanization. Null for what has none, such as Chinese.
 */
export function plainSpelling(char: string): string | null {
  let spelled = ''
  // Full-width and other compatibility forms become the letters they represent.
  for (const part of char.normalize('NFKD')) {
    if (/\p{M}/u.test(part)) continue
    const plain = part.charCodeAt(0) < 0x80 ? part : PLAIN.get(part)
    if (plain === undefined) return null
    spelled += plain
  }
  return spelled
}
