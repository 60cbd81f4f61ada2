import type { Component } from 'svelte'
import type { SVGAttributes } from 'svelte/elements'

/** An icon as screens draw it: its size in pixels, the width of its lines, and whatever an `svg` takes. */
export type IconComponent = Component<
  SVGAttributes<EventTarget> & { size?: number | string; strokeWidth?: number | string }
>
