interface Asked {
  readonly accept?: string
  /** A whole folder, with all that lies in it. */
  readonly isFolder?: boolean
}

const isHidden = (path: string) => path.split('/').some((part) => part.startsWith('.'))

/** The browser's own window for choosing files; empty where the person closed it. */
export const askForFiles = ({ accept = '', isFolder = false }: Asked) =>
  new Promise<readonly File[]>((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = true
    input.accept = accept
    input.webkitdirectory = isFolder
    input.onchange = () =>
      resolve([...(input.files ?? [])].filter(({ webkitRelativePath, name }) => !isHidden(webkitRelativePath || name)))
    input.oncancel = () => resolve([])
    input.click()
  })
