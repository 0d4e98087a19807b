import { type PointerEvent, useRef } from "react";

const WIDTH = 1000;
const HEIGHT = 400;
/** Closer points than this say nothing new. */
const STEP = 4;

/** The box that a signature's lines lie in, and how they look. */
export const VIEW_BOX = `0 0 ${WIDTH} ${HEIGHT}`;
export const STROKE = { fill: "none", stroke: "currentColor", strokeWidth: 5, strokeLinecap: "round", strokeLinejoin: "round" } as const;

/** What a pad does with a finger, a pen or the mouse: lines are added to the path as they are drawn. */
export const useDrawing = (value: string, onChange: (path: string) => void) => {
  const last = useRef<[number, number]>(undefined);
  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent<Element>): [number, number] => {
    const box = currentTarget.getBoundingClientRect();
    const within = (share: number, size: number) => Math.round(Math.min(1, Math.max(0, share)) * size);
    return [within((clientX - box.left) / box.width, WIDTH), within((clientY - box.top) / box.height, HEIGHT)];
  };
  const end = () => {
    last.current = undefined;
  };
  return {
    onPointerDown: (event: PointerEvent<Element>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      const [x, y] = pointOf(event);
      last.current = [x, y];
      onChange(`${value} M ${x} ${y} L ${x} ${y}`.trim());
    },
    onPointerMove: (event: PointerEvent<Element>) => {
      if (!last.current) return;
      const [x, y] = pointOf(event);
      if (Math.hypot(x - last.current[0], y - last.current[1]) < STEP) return;
      last.current = [x, y];
      onChange(`${value} L ${x} ${y}`);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
};
