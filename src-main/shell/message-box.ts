/** The part of Electron's dialogs that shows a message and asks. */
export interface MessageBox {
  showMessageBox(options: {
    type: 'error' | 'warning'
    title: string
    message: string
    detail: string
    buttons: string[]
    defaultId: number
    cancelId: number
    noLink: boolean
  }): Promise<{ response: number }>
}
