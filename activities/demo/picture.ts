import { crc32, deflateSync } from 'node:zlib'

/** What a drawn landscape looks like: the colours of sky and land, the place of the sun or moon, the hills by a seed. */
export interface Scene {
  /** In pixels. */
  readonly width: number
  readonly height: number
  readonly seed: number
  /** Red, green and blue from 0 to 255: top of the sky, its foot, the light, the nearest hill. */
  readonly top: Colour
  readonly foot: Colour
  readonly light: Colour
  readonly hill: Colour
}

type Colour = readonly [number, number, number]

/** A small generator of even numbers in [0, 1): the same picture on every machine. */
function dice(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const mix = (a: Colour, b: Colour, share: number): Colour => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
]

/** A landscape of hills under a light, with the grain of a print, as a PNG of 24 bits. */
export function drawn({ width, height, seed, top, foot, light, hill }: Scene): Uint8Array {
  const roll = dice(seed)
  const ranges = [0.55, 0.66, 0.78].map((base) => ({
    base,
    waves: [1, 2, 5, 11].map((times) => ({ times, turn: roll() * Math.PI * 2, depth: 0.09 / times })),
  }))
  const sun = { x: width * (0.25 + roll() * 0.5), y: height * (0.18 + roll() * 0.2), r: width * 0.09 }
  const skyline = ranges.map(({ base, waves }) =>
    Float64Array.from({ length: width }, (_, x) =>
      waves.reduce(
        (y, { times, turn, depth }) => y + Math.sin((x / width) * Math.PI * 2 * times + turn) * depth * height,
        base * height,
      ),
    ),
  )
  const rows = Buffer.alloc((width * 3 + 1) * height)
  let at = 0
  for (let y = 0; y < height; y += 1) {
    rows[at++] = 0
    for (let x = 0; x < width; x += 1) {
      const near = skyline.findLastIndex((line) => y > line[x]!)
      const distance = Math.hypot(x - sun.x, y - sun.y)
      const sky = mix(top, foot, y / height)
      const lit = distance < sun.r ? light : mix(sky, light, Math.max(0, 0.5 - distance / (sun.r * 6)))
      const colour = near < 0 ? lit : mix(foot, hill, 0.45 + near * 0.27)
      const grain = (roll() - 0.5) * 10
      for (const part of colour) rows[at++] = Math.max(0, Math.min(255, Math.round(part + grain)))
    }
  }
  return png(width, height, rows)
}

function png(width: number, height: number, rows: Uint8Array): Uint8Array {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // 8 bits a channel, red, green and blue, nothing else
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  frame.set(body, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}
