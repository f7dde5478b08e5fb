// Calculates which part of a state's map is shown. All lengths are in the units of the map's file.

export type Box = { x: number; y: number; width: number; height: number }
type Size = { width: number; height: number }

/** The width of most pictures divided by their height. */
export const usualRatio = 4 / 3
/** The view is this many times as large as the district so that the surroundings can be recognized. */
const viewScale = 3
const closeScale = 1.15
/** The free space around the state. */
const margin = 8

/** Returns the smallest box that contains all of these boxes. */
export function unionOf(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** Returns the smallest size that contains `size` and has the picture's ratio of width to height. */
function fitToPicture({ width, height }: Size, ratio = usualRatio): Size {
  const fittedWidth = Math.max(width, height * ratio)
  return { width: fittedWidth, height: fittedWidth / ratio }
}

/** Returns the view that shows the whole state in the middle of the picture. */
export function wholeState({ width, height }: Size, ratio = usualRatio): Box {
  const size = fitToPicture({ width: width + 2 * margin, height: height + 2 * margin }, ratio)
  return { x: (width - size.width) / 2, y: (height - size.height) / 2, ...size }
}

/**
 * Returns a view that is three times as large as the bounding box of the districts and does not leave the state, or null if
 * the view would contain most of the state, because a map of the whole state then shows the districts just as well.
 */
export function districtView(state: Size, districts: readonly Box[]): Box | null {
  const box = unionOf(districts)
  if (!box) return null
  const size = fitToPicture({ width: box.width * viewScale, height: box.height * viewScale })
  if (size.width > wholeState(state).width * 0.8) return null
  const center = centerOf(box)
  return {
    x: clamp(center.x - size.width / 2, size.width, state.width),
    y: clamp(center.y - size.height / 2, size.height, state.height),
    ...size,
  }
}

/** Returns a view that shows the districts as large as possible, with a little of their surroundings. */
export function closeView(state: Size, districts: readonly Box[], ratio = usualRatio): Box | null {
  const box = unionOf(districts)
  if (!box) return null
  const size = fitToPicture({ width: box.width * closeScale, height: box.height * closeScale }, ratio)
  if (size.width > wholeState(state, ratio).width) return null
  const center = centerOf(box)
  return { x: center.x - size.width / 2, y: center.y - size.height / 2, ...size }
}

/** Moves the start of a view into the state. A view that is longer than the state is centered on the state. */
function clamp(start: number, length: number, stateLength: number): number {
  const maxStart = stateLength + margin - length
  return maxStart < -margin ? (stateLength - length) / 2 : Math.min(Math.max(start, -margin), maxStart)
}

/** Returns the corner of the view that is farthest from the districts. The small map of the state is shown there. */
export function freeCorner(view: Box, districts: readonly Box[]): { isRight: boolean; isBottom: boolean } {
  const viewCenter = centerOf(view)
  const box = unionOf(districts)
  const districtCenter = box ? centerOf(box) : viewCenter
  return { isRight: districtCenter.x <= viewCenter.x, isBottom: districtCenter.y <= viewCenter.y }
}

function centerOf({ x, y, width, height }: Box) {
  return { x: x + width / 2, y: y + height / 2 }
}

export function viewBoxText({ x, y, width, height }: Box): string {
  return [x, y, width, height].map((length) => Math.round(length * 10) / 10).join(' ')
}
