import { tick } from 'svelte'

/** Moves the focus to the first field that is marked as wrong or missing, once that is on screen. */
export async function focusFirstError(root: HTMLElement | null | undefined): Promise<void> {
  await tick()
  root
    ?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input, input[data-invalid], [data-missing]')
    ?.focus()
}
