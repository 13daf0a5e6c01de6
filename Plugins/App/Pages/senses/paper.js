/**
 * Finds the paper in the photo of a receipt, judges the photo, and shows the paper as seen from above. No DOM.
 *
 * Figures without a source are measured: on 72 receipts, and on 420 photos into which receipts were drawn.
 */

/** @typedef {[x: number, y: number]} Point  parts of the picture, 0…1 */
/** @typedef {[Point, Point, Point, Point]} Corners  top left, top right, bottom right, bottom left, as one reads */
/** @typedef {{ data: Uint8ClampedArray, width: number, height: number }} Picture  bytes row by row, pixels */
/** @typedef {{ data: ArrayLike<number>, width: number, height: number }} Source */

/** Pixels of the longer side, about, of a picture to look for the paper in. */
const SEARCHED = 400
/** Pixels there: strokes of print, and spikes of the paper, are narrower than twice this. */
const PRINT = 4, SPIKE = 2
/** Levels at which paper and ground are parted, spread evenly from the grey of the darkest 5 % to the lightest 5 %. */
const LEVELS = 11, TAIL = 0.05
/** Grey levels between those two greys, and across an edge of the paper. */
const CONTRAST = 30, STEP = 15
/** Parts of the picture: the smallest paper, and the smallest triangle of three neighbouring corners. */
const LEAST = 0.08, SLIVER = 0.005
/** How much of its four sides' area the paper fills, and how much these may lose at the picture's borders. */
const FILLED = 0.93, LOST = 0.01
/** The sine of 65°: no corner is further from a right angle, since a receipt is photographed from above. */
const SQUARE = 0.906
/** Parts of a side: that must be an edge, and that lie on the picture's border if the side counts as lying there. */
const EDGED = 0.85, BORDERED = 0.8
/** How much lighter one side of a line is, beyond both corners, if the line is the edge of a shadow. */
const SHADOW = 1.15

/** Pixels of the longer side, about, of a picture to judge print in, and of a block there that holds a letter. */
const JUDGED = 1500, BLOCK = 16
/** Grey of the paper below which a photo is dark. */
const DARK = 70
/** Contrast of a block with print, as a part of its lightest grey, and how many of a receipt's blocks have print. */
const INK = 0.25, PRINTED = 0.02
/** The steepest step from pixel to pixel in a block with print, as a part of its contrast: more in every fifth. */
const SHARP = 0.35, FIFTH = 0.8
/** Pixels across the paper. 42 letters a line, the usual count of till printers, have 7 each. */
const SMALL = 300
/** Parts of the picture: how near to its border a side counts as lying there, and lines on which print is cut. */
const NEAR = 0.015, RIM = [0.002, 0.005, 0.008]
/** Strokes on such a line that are print, and the greys where one begins and ends, as parts of the paper's. */
const STROKES = 6, BEGUN = 0.65, ENDED = 0.85

/** Luma of BT.601, in 256ths. @param {ArrayLike<number>} rgba @param {number} width @param {number} height */
export function grey(rgba, width, height) {
  const grey = new Uint8Array(width * height)
  for (let at = 0, from = 0; at < grey.length; at++, from += 4) {
    grey[at] = rgba[from] * 77 + rgba[from + 1] * 150 + rgba[from + 2] * 29 >> 8
  }
  return grey
}

/**
 * A picture that is smaller by a whole number of times: each pixel is the mean of a square.
 * @param {Source} source
 * @param {number} longer pixels of the new longer side, about
 * @param {number} channels bytes of a pixel
 * @returns {Picture}
 */
function shrunk({ data: bytes, width, height }, longer, channels = 1) {
  const times = Math.max(1, Math.min(Math.round(Math.max(width, height) / longer), width, height))
  const [columns, rows] = [Math.floor(width / times), Math.floor(height / times)]
  const data = new Uint8ClampedArray(columns * rows * channels)
  for (let y = 0, to = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      for (let channel = 0; channel < channels; channel++, to++) {
        let sum = 0, from = (y * width + x) * times * channels + channel
        for (let row = 0; row < times; row++, from += (width - times) * channels) {
          for (let column = 0; column < times; column++, from += channels) sum += bytes[from]
        }
        data[to] = sum / (times * times)
      }
    }
  }
  return { data, width: columns, height: rows }
}

/**
 * The lightest of the pixels around each, in a square, or the darkest.
 * @param {Picture} picture
 * @param {number} radius pixels
 * @param {boolean} isLight
 * @returns {Picture}
 */
function spread({ data, width, height }, radius, isLight) {
  for (const [step, across] of [[1, width], [width, height]]) {
    const to = new Uint8ClampedArray(data.length)
    for (let at = 0; at < to.length; at++) {
      const place = Math.floor(at / step) % across
      const last = at + Math.min(radius, across - 1 - place) * step
      let value = data[at]
      for (let near = at - Math.min(radius, place) * step; near <= last; near += step) {
        if (data[near] > value === isLight) value = data[near]
      }
      to[at] = value
    }
    data = to
  }
  return { data, width, height }
}

/** Pixels of the largest connected area lighter than a level. @param {Picture} picture @param {number} level */
function largest({ data, width }, level) {
  const isSeen = new Uint8Array(data.length), places = new Int32Array(data.length)
  let [first, best, end] = [0, 0, 0]
  for (let start = 0; start < data.length; start++) {
    if (isSeen[start] || data[start] <= level) continue
    const from = end
    isSeen[start] = 1
    places[end++] = start
    for (let next = from; next < end; next++) {
      const at = places[next], column = at % width
      for (const near of [at - width, at + width, column ? at - 1 : -1, column < width - 1 ? at + 1 : -1]) {
        if (isSeen[near] || !(data[near] > level)) continue
        isSeen[near] = 1
        places[end++] = near
      }
    }
    if (end - from > best) [first, best] = [from, end - from]
  }
  return places.subarray(first, first + best)
}

/** The corners of the first and last pixel of each row of an area. @param {Int32Array} places @param {number} width */
function ends(places, width) {
  /** @type {Map<number, [number, number]>} */
  const rows = new Map()
  for (const at of places) {
    const x = at % width, row = rows.get((at - x) / width)
    if (row) [row[0], row[1]] = [Math.min(row[0], x), Math.max(row[1], x + 1)]
    else rows.set((at - x) / width, [x, x + 1])
  }
  return [...rows].flatMap(([y, [from, to]]) =>
    /** @type {Point[]} */ ([[from, y], [to, y], [from, y + 1], [to, y + 1]]))
}

/** Twice a triangle's area, positive if clockwise: y goes down. @type {(a: Point, b: Point, c: Point) => number} */
const turn = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

/** @param {readonly Point[]} four @returns {number} the area within four corners */
const area = ([a, b, c, d]) => (turn(a, b, c) + turn(a, c, d)) / 2

/** The convex hull, clockwise, by Andrew's monotone chain (1979). @param {Point[]} points */
function hull(points) {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (/** @type {Point[]} */ way) => {
    /** @type {Point[]} */
    const chain = []
    for (const point of way) {
      while (chain.length > 1 && turn(chain[chain.length - 2], chain[chain.length - 1], point) <= 0) chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

/**
 * Four lines around a convex shape: the side whose loss adds the least area goes, until four are left. With more than
 * four, two neighbours turn by less than 180° together, so one can always go.
 * @param {Point[]} shape clockwise
 */
function fourSided(shape) {
  const sides = [...shape]
  while (sides.length > 4) {
    let least = Infinity, gone = 0, /** @type {Point} */ corner = [0, 0]
    for (let at = 0; at < sides.length; at++) {
      const [a, b, c, d] = [0, 1, 2, 3].map((step) => sides[(at + step) % sides.length])
      // The side from b to c goes: those from a to b and from c to d are made longer until they meet, if they do.
      const parting = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
      if (parting <= 0) continue
      const longer = turn(b, c, d) / parting
      /** @type {Point} */
      const meeting = [b[0] + longer * (b[0] - a[0]), b[1] + longer * (b[1] - a[1])]
      const added = turn(b, meeting, c)
      if (added < least) [least, gone, corner] = [added, at, meeting]
    }
    sides[(gone + 1) % sides.length] = corner
    sides.splice((gone + 2) % sides.length, 1)
  }
  return sides
}

/** Corners as one reads: the side that runs most to the right is the first. @param {Point[]} shape clockwise */
function ordered([a, b, c, d]) {
  const right = (/** @type {Point[]} */ [from, to, after, before]) => to[0] - from[0] + after[0] - before[0]
  return [[a, b, c, d], [b, c, d, a], [c, d, a, b], [d, a, b, c]].toSorted((one, other) => right(other) - right(one))[0]
}

/** Corners, scaled. @param {Corners} corners @param {number} width @param {number} height */
const pixels = (corners, width, height) => /** @type {Corners} */ (corners.map(([x, y]) => [x * width, y * height]))

/** @param {Corners} four @returns {number[]} lengths of the sides: top, right, bottom, left */
const lengths = (four) => four.map(([x, y], at) => Math.hypot(four[(at + 1) % 4][0] - x, four[(at + 1) % 4][1] - y))

/** @param {Corners} corners @returns {boolean} whether a paper with these corners can be straightened */
export const isConvex = (corners) =>
  corners.every((corner, at) => turn(corner, corners[(at + 1) % 4], corners[(at + 2) % 4]) >= 2 * SLIVER)

/** @param {Corners} corners in pixels @returns {boolean} whether a corner is far from a right angle */
function isSkewed(corners) {
  const sides = lengths(corners)
  // The area between two sides is their lengths times the sine of the angle.
  return corners.some((corner, at) =>
    turn(corner, corners[(at + 1) % 4], corners[(at + 2) % 4]) < SQUARE * sides[at] * sides[(at + 1) % 4])
}

/**
 * Whether the sides are edges of paper, lighter inside, and not of a shadow, whose edge goes on beyond the corners. Two
 * at most lie on the picture's border.
 * @param {Picture} small
 * @param {Picture} plain without print
 * @param {Corners} corners in pixels, clockwise
 */
function isEdged({ data, width, height }, plain, corners) {
  let bordered = 0
  return corners.every(([x, y], at) => {
    const [toX, toY] = corners[(at + 1) % 4], length = Math.hypot(toX - x, toY - y)
    const [alongX, alongY] = [(toX - x) / length, (toY - y) / length]
    /** @type {(bytes: Uint8ClampedArray, along: number, inwards: number) => number | undefined} grey near the side */
    const beside = (bytes, along, inwards) => {
      const [px, py] = [x + alongX * along - alongY * inwards, y + alongY * along + alongX * inwards].map(Math.floor)
      return px < 0 || py < 0 || px >= width || py >= height ? undefined : bytes[py * width + px]
    }
    let [out, edge] = [0, 0]
    for (let along = 0; along < length; along++) {
      const outside = beside(data, along, -3)
      // Some of the pixels inside may be of letters.
      const inside = Math.max(...[2, 3, 4, 5, 6].map((inwards) => beside(data, along, inwards) ?? 0))
      if (outside === undefined) out++
      else if (inside - outside >= STEP) edge++
    }
    if (out + edge < EDGED * length) return false
    if (out > BORDERED * length) return ++bordered <= 2
    const beyond = [false, true].flatMap((isAhead) => {
      const ratios = []
      for (let away = 6; away < 40; away++) {
        const along = isAhead ? length + away : -away
        const [inside, outside] = [beside(plain.data, along, 4), beside(plain.data, along, -4)]
        if (inside === undefined || outside === undefined) break
        ratios.push((inside + 5) / (outside + 5))
      }
      return ratios.length < 8 ? [] : [middle(ratios)]
    })
    return beyond.length === 0 || Math.min(...beyond) < SHADOW
  })
}

/** @param {number} value @param {number} most */
const within = (value, most) => Math.min(most, Math.max(0, value))

/** @param {number[]} values @param {number} part @returns {number} the one that so large a part of them is below */
const middle = (values, part = 0.5) => values.toSorted((a, b) => a - b)[Math.floor(values.length * part)]

/**
 * The corners of the paper, of light paper on darker ground.
 * @param {ArrayLike<number>} grey values, row by row
 * @param {number} width
 * @param {number} height
 * @returns {Corners | undefined} undefined unless it is sure
 */
export function findCorners(grey, width, height) {
  const small = shrunk({ data: grey, width, height }, SEARCHED)
  const { width: columns, height: rows } = small
  // Closing takes print away. Opening takes away what sticks out, and bridges to other light things.
  const closed = spread(spread(small, PRINT, true), PRINT, false)
  const plain = spread(spread(closed, SPIKE, false), SPIKE, true)
  const sorted = plain.data.toSorted()
  const [dark, light] = [TAIL, 1 - TAIL].map((part) => sorted[Math.floor(part * (sorted.length - 1))])
  if (light - dark < CONTRAST) return undefined
  /** @type {Corners | undefined} */
  let found, filled = FILLED
  for (let level = 1; level <= LEVELS; level++) {
    const paper = largest(plain, dark + (light - dark) * level / (LEVELS + 1))
    if (paper.length < LEAST * columns * rows) continue
    const sides = ordered(fourSided(hull(ends(paper, columns))))
    const inside = /** @type {Corners} */ (sides.map(([x, y]) => [within(x, columns), within(y, rows)]))
    const corners = pixels(inside, 1 / columns, 1 / rows), size = area(inside)
    if (paper.length < filled * size || area(sides) > (1 + LOST) * size) continue
    if (!isConvex(corners) || isSkewed(inside) || !isEdged(small, closed, inside)) continue
    [found, filled] = [corners, paper.length / size]
  }
  return found
}

/**
 * What is wrong with the photo. `isCut`: the picture's border cuts print. `isSmall`: letters have too few pixels.
 * @param {ArrayLike<number>} grey values, row by row, as the photo will be read
 * @param {number} width
 * @param {number} height
 * @param {Corners} corners
 */
export function quality(grey, width, height, corners) {
  const judged = shrunk({ data: grey, width, height }, JUDGED)
  const inside = pixels(corners, judged.width, judged.height)
  /** @type {[number[], number[]]} */
  const [lights, steps] = [[], []]
  for (let y = 0; y + BLOCK < judged.height; y += BLOCK) {
    for (let x = 0; x + BLOCK < judged.width; x += BLOCK) {
      if (inside.some((one, at) => turn(one, inside[(at + 1) % 4], [x + BLOCK / 2, y + BLOCK / 2]) < 0)) continue
      const { low, high, step } = block(judged, x, y)
      lights.push(high)
      if (high - low > INK * high) steps.push(step / (high - low))
    }
  }
  const [top, right, bottom, left] = lengths(pixels(corners, width, height))
  return {
    isDark: middle(lights) < DARK,
    isBlurred: steps.length < PRINTED * lights.length || middle(steps, FIFTH) < SHARP,
    isCut: corners.some((_, at) => strokes(judged, corners, at) >= STROKES),
    isSmall: Math.min(top + bottom, right + left) / 2 < SMALL,
  }
}

/** Darkest and lightest grey, and steepest step. @param {Picture} picture @param {number} left @param {number} top */
function block({ data, width }, left, top) {
  let [low, high, step] = [255, 0, 0]
  for (let y = top; y < top + BLOCK; y++) {
    for (let at = y * width + left; at < y * width + left + BLOCK; at++) {
      const value = data[at], right = Math.abs(data[at + 1] - value), down = Math.abs(data[at + width] - value)
      if (value < low) low = value
      if (value > high) high = value
      if (right > step) step = right
      if (down > step) step = down
    }
  }
  return { low, high, step }
}

/**
 * How many strokes of print the picture's border cuts along a side that lies at it.
 * @param {Picture} picture
 * @param {Corners} corners
 * @param {number} side 0 to 3: top, right, bottom, left
 */
function strokes({ data, width, height }, corners, side) {
  const axis = side % 2 ? 0 : 1, border = side === 1 || side === 2 ? 1 : 0
  const ends = [corners[side], corners[(side + 1) % 4]]
  if (ends.some((end) => Math.abs(end[axis] - border) > NEAR)) return 0
  const [from, to] = ends.map((end) => end[1 - axis]).toSorted((one, other) => one - other)
  const [across, along] = axis ? [height - 1, width - 1] : [width - 1, height - 1]
  return Math.max(...RIM.map((rim) => {
    const line = Math.round(Math.abs(border - rim) * across), row = []
    for (let at = Math.ceil(from * along); at <= to * along; at++) {
      row.push(data[axis ? line * width + at : at * width + line])
    }
    const paper = middle(row, 0.8)
    let count = 0, isInk = false
    for (const value of row) {
      if (value > ENDED * paper) isInk = false
      if (isInk || value > BEGUN * paper) continue
      count++
      isInk = true
    }
    return count
  }))
}

/**
 * The paper as seen from above, never enlarged. The map from the unit square is Heckbert's (1989, section 2.2.3), the
 * values between pixels are bilinear.
 * @param {ArrayLike<number>} rgba
 * @param {number} width
 * @param {number} height
 * @param {Corners} corners
 * @param {number} longest pixels of the longer side, at most
 * @returns {Picture}
 */
export function straighten(rgba, width, height, corners, longest) {
  const [top, right, bottom, left] = lengths(pixels(corners, width, height))
  const size = [Math.max(top, bottom), Math.max(right, left)], scale = Math.min(1, longest / Math.max(...size))
  const [columns, rows] = size.map((pixels) => Math.max(1, Math.round(pixels * scale)))
  // What gets much smaller is averaged first, so that no thin stroke falls between two pixels.
  const all = { data: rgba, width, height }
  const from = scale > 0.5 ? all : shrunk(all, Math.max(width, height) * scale, 4)
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = pixels(corners, from.width, from.height)
  const [dx1, dx2, dx3] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3], [dy1, dy2, dy3] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3]
  const whole = dx1 * dy2 - dx2 * dy1
  const [g, h] = [(dx3 * dy2 - dx2 * dy3) / whole, (dx1 * dy3 - dx3 * dy1) / whole]
  const [a, b, d, e] = [x1 - x0 + g * x1, x3 - x0 + h * x3, y1 - y0 + g * y1, y3 - y0 + h * y3]
  const data = new Uint8ClampedArray(columns * rows * 4)
  for (let row = 0, to = 0; row < rows; row++) {
    const v = (row + 0.5) / rows
    for (let column = 0; column < columns; column++, to += 4) {
      const u = (column + 0.5) / columns, depth = g * u + h * v + 1
      const x = within((a * u + b * v + x0) / depth - 0.5, from.width - 1)
      const y = within((d * u + e * v + y0) / depth - 0.5, from.height - 1)
      const partX = x % 1, partY = y % 1, at = (Math.floor(y) * from.width + Math.floor(x)) * 4
      const next = x + 1 < from.width ? 4 : 0, down = y + 1 < from.height ? from.width * 4 : 0
      for (let channel = at; channel < at + 4; channel++) {
        const above = from.data[channel] + (from.data[channel + next] - from.data[channel]) * partX
        const below = from.data[channel + down] + (from.data[channel + down + next] - from.data[channel + down]) * partX
        data[to + channel - at] = above + (below - above) * partY
      }
    }
  }
  return { data, width: columns, height: rows }
}
