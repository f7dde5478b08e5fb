/** Which part of a state's map is shown. All lengths are in the units of the map's file. */

export type Box = { x: number; y: number; width: number; height: number }
type Size = { width: number; height: number }

/** Width divided by height of the picture. */
const ratio = 4 / 3
/** How much larger than the district the view is, so that its surroundings can be recognized. */
const surroundings = 3
/** The free space around the state. */
const margin = 8

/** The smallest box around all of these. */
export function unionOf(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** The smallest box of the picture's shape that contains `size`. */
function fitToPicture({ width, height }: Size): Size {
  const fittedWidth = Math.max(width, height * ratio)
  return { width: fittedWidth, height: fittedWidth / ratio }
}

/** The whole state in the middle of the picture. */
export function wholeState({ width, height }: Size): Box {
  const size = fitToPicture({ width: width + 2 * margin, height: height + 2 * margin })
  return { x: (width - size.width) / 2, y: (height - size.height) / 2, ...size }
}

/**
 * Three times the bounding box of the districts, moved so that it does not leave the state. Null if that is most of the
 * state, because the whole state then shows the districts just as well.
 */
export function districtView(state: Size, districts: readonly Box[]): Box | null {
  const box = unionOf(districts)
  if (!box) return null
  const size = fitToPicture({ width: box.width * surroundings, height: box.height * surroundings })
  if (size.width > wholeState(state).width * 0.8) return null
  const center = centerOf(box)
  return {
    x: clamp(center.x - size.width / 2, size.width, state.width),
    y: clamp(center.y - size.height / 2, size.height, state.height),
    ...size,
  }
}

/** The start of a view of this length. A view that is longer than the state is centered on it. */
function clamp(start: number, length: number, stateLength: number): number {
  const last = stateLength + margin - length
  return last < -margin ? (stateLength - length) / 2 : Math.min(Math.max(start, -margin), last)
}

/** The corner of the view that is farthest from the districts, where the small map of the state covers least. */
export function freeCorner(view: Box, districts: readonly Box[]): { isRight: boolean; isBottom: boolean } {
  const [seen, box] = [centerOf(view), unionOf(districts)]
  const center = box ? centerOf(box) : seen
  return { isRight: center.x <= seen.x, isBottom: center.y <= seen.y }
}

function centerOf({ x, y, width, height }: Box) {
  return { x: x + width / 2, y: y + height / 2 }
}

export function viewBoxText({ x, y, width, height }: Box): string {
  return [x, y, width, height].map((length) => Math.round(length * 10) / 10).join(' ')
}
