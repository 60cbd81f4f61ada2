/** Two short sounds, distinct without looking: good rises, bad falls and buzzes. The banner is their visual twin. */
const SOUNDS = {
  good: { wave: 'sine', notes: [880, 1_320] },
  bad: { wave: 'square', notes: [220, 165, 165] },
} as const satisfies Record<string, { wave: OscillatorType; notes: readonly number[] }>

const NOTE_SECONDS = 0.11
const LOUDNESS = 0.12

export type Sound = keyof typeof SOUNDS

let context: AudioContext | undefined

export function playTone(sound: Sound): void {
  context ??= new AudioContext()
  const { wave, notes } = SOUNDS[sound]
  notes.forEach((frequency, index) => {
    if (!context) return
    const start = context.currentTime + index * NOTE_SECONDS
    const oscillator = new OscillatorNode(context, { type: wave, frequency })
    const gain = new GainNode(context, { gain: LOUDNESS })
    // Fading out keeps the end of a note from clicking.
    gain.gain.setValueAtTime(LOUDNESS, start + NOTE_SECONDS * 0.7)
    gain.gain.linearRampToValueAtTime(0, start + NOTE_SECONDS)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(start)
    oscillator.stop(start + NOTE_SECONDS)
  })
}
