/** Whether the list of keys is open: the `?` key and the palette both open it. */
export const shortcutSheet = $state({ isOpen: false })
