/** What a picture is, by decoding its header. */
export interface PictureFacts {
  readonly format: 'jpeg' | 'png' | 'gif' | 'webp' | 'tiff' | 'bmp' | 'svg' | 'other'
  readonly width: number
  readonly height: number
  readonly cmyk: boolean
  readonly alpha: boolean
  /** Frames of an animation; 1 for a still picture. */
  readonly frames: number
}

export interface PictureWish {
  /** The most pixels (width × height) and the longest side, in pixels. Never made larger. */
  readonly mostPixels?: number
  readonly longestSide?: number
  /** What it is written as; PNG keeps every pixel's value where nothing is resized. */
  readonly format: 'jpeg' | 'png'
  /** Of JPEG, 30 to 100. */
  readonly quality: number
  /** CMYK becomes sRGB; everything else keeps its colour profile. */
  readonly toRgb: boolean
}

/** Port to a library of pictures. The same bytes and wish give the same result on one machine. */
export interface PictureTools {
  /** False where the library is not installed: then nothing can be said of any picture. */
  isThere?(): Promise<boolean>
  /** Undefined for what it cannot read. */
  facts(bytes: Uint8Array): Promise<PictureFacts | undefined>
  /** The picture written again, without the camera's notes; undefined when it cannot be decoded. */
  write(bytes: Uint8Array, wish: PictureWish): Promise<Uint8Array | undefined>
}

/** Port to a library of fonts. */
export interface FontTools {
  /** The TrueType or OpenType font inside a WOFF2; undefined when it cannot be unpacked. */
  fromWoff2(bytes: Uint8Array): Promise<Uint8Array | undefined>
}
