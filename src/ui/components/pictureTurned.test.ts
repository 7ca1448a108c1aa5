import { expect, test } from 'vitest';
import { placedTurned, sizeTurned, type Quarters } from './pictureTurned.ts';

const picture = { width: 300, height: 200 };

test.each<readonly [Quarters, { width: number; height: number }]>([
  [0, { width: 300, height: 200 }],
  [1, { width: 200, height: 300 }],
  [2, { width: 300, height: 200 }],
  [3, { width: 200, height: 300 }],
])('a picture turned %i times by a quarter stands whole within its new size', (turns, size) => {
  expect(sizeTurned(picture, turns)).toEqual(size);
  const { x, y } = placedTurned(picture, turns);
  const [cos, sin] = [[1, 0, -1, 0][turns] ?? 0, [0, 1, 0, -1][turns] ?? 0];
  const corners = [
    [0, 0],
    [300, 0],
    [0, 200],
    [300, 200],
  ].map(([across = 0, down = 0]) => [x + across * cos - down * sin, y + across * sin + down * cos] as const);
  expect(Math.min(...corners.map(([across]) => across))).toBe(0);
  expect(Math.min(...corners.map(([, down]) => down))).toBe(0);
  expect(Math.max(...corners.map(([across]) => across))).toBe(size.width);
  expect(Math.max(...corners.map(([, down]) => down))).toBe(size.height);
});
