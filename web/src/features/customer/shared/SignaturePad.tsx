import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type PointerEvent, useRef } from "react";

const WIDTH = 1000;
const HEIGHT = 400;
/** Closer points than this say nothing new. */
const STEP = 4;

/** A signature that was drawn: nothing but its lines. */
export const SignatureDrawing = ({ path, label = "Signature" }: { path: string; label?: string }) => (
  <Box
    component="svg"
    role="img"
    aria-label={label}
    viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    sx={{ width: "100%", maxWidth: 420, display: "block" }}
  >
    <path d={path} fill="none" stroke="currentColor" strokeWidth={5} strokeLinecap="round" strokeLinejoin="round" />
  </Box>
);

type Props = { value: string; onChange: (path: string) => void; error?: string | undefined };

/** Where somebody signs with a finger, a pen or the mouse. */
export const SignaturePad = ({ value, onChange, error }: Props) => {
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
    <Box>
      <Box sx={{ display: "flex", alignItems: "center", minHeight: 36 }}>
        <Typography variant="subtitle2" component="span" sx={{ flex: 1 }}>
          Sign here with your finger or the mouse
        </Typography>
        {value && (
          <Button size="small" variant="text" onClick={() => onChange("")}>
            Clear
          </Button>
        )}
      </Box>
      <Box
        component="svg"
        role="img"
        aria-label="Signature"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
        sx={{
          display: "block",
          width: "100%",
          aspectRatio: "5 / 2",
          border: 1,
          borderColor: error ? "error.main" : "line",
          borderRadius: 1.5,
          bgcolor: "background.paper",
          touchAction: "none",
          cursor: "crosshair",
        }}
      >
        <line x1={40} x2={960} y1={310} y2={310} stroke="currentColor" strokeOpacity={0.25} strokeWidth={2} />
        <path d={value} fill="none" stroke="currentColor" strokeWidth={5} strokeLinecap="round" strokeLinejoin="round" />
      </Box>
      {error && (
        <Typography variant="body2" color="error" role="alert" sx={{ mt: 0.5 }}>
          {error}
        </Typography>
      )}
    </Box>
  );
};
