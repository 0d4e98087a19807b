import { type PointerEvent, useRef } from "react";

const WIDTH = 1000;
const HEIGHT = 400;
/** Closer points than this say nothing new. */
const STEP = 4;

const stroke = { fill: "none", stroke: "currentColor", strokeWidth: 5, strokeLinecap: "round", strokeLinejoin: "round" } as const;

/** A signature that was drawn: nothing but its lines. */
export const Drawing = ({ path }: { path: string }) => (
  <svg role="img" aria-label="Signature" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="drawing">
    <path d={path} {...stroke} />
  </svg>
);

type Props = { value: string; onChange: (path: string) => void; error: string };

/** Where somebody signs with a finger, a pen or the mouse. */
export const Pad = ({ value, onChange, error }: Props) => {
  const last = useRef<[number, number]>(undefined);
  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent<Element>): [number, number] => {
    const box = currentTarget.getBoundingClientRect();
    const within = (share: number, size: number) => Math.round(Math.min(1, Math.max(0, share)) * size);
    return [within((clientX - box.left) / box.width, WIDTH), within((clientY - box.top) / box.height, HEIGHT)];
  };
  const begin = (event: PointerEvent<Element>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const [x, y] = pointOf(event);
    last.current = [x, y];
    onChange(`${value} M ${x} ${y} L ${x} ${y}`.trim());
  };
  const draw = (event: PointerEvent<Element>) => {
    if (!last.current) return;
    const [x, y] = pointOf(event);
    if (Math.hypot(x - last.current[0], y - last.current[1]) < STEP) return;
    last.current = [x, y];
    onChange(`${value} L ${x} ${y}`);
  };
  const end = () => {
    last.current = undefined;
  };
  return (
    <div>
      <div className="pad-head">
        <span>Sign here with your finger or the mouse</span>
        {value && (
          <button type="button" className="quiet" onClick={() => onChange("")}>
            Clear
          </button>
        )}
      </div>
      <svg
        role="img"
        aria-label="Signature"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={error ? "pad wrong" : "pad"}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <line x1={40} x2={960} y1={310} y2={310} stroke="currentColor" strokeOpacity={0.25} strokeWidth={2} />
        <path d={value} {...stroke} />
      </svg>
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
};
