import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { STROKE, useDrawing, VIEW_BOX } from "../../../ui/inputs/useDrawing.ts";

/** A signature that was drawn: nothing but its lines. */
export const SignatureDrawing = ({ path, label = "Signature" }: { path: string; label?: string }) => (
  <Box component="svg" role="img" aria-label={label} viewBox={VIEW_BOX} sx={{ width: "100%", maxWidth: 420, display: "block" }}>
    <path d={path} {...STROKE} />
  </Box>
);

type Props = { value: string; onChange: (path: string) => void; error?: string | undefined };

/** Where somebody signs with a finger, a pen or the mouse. */
export const SignaturePad = ({ value, onChange, error }: Props) => {
  const drawing = useDrawing(value, onChange);
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
        viewBox={VIEW_BOX}
        preserveAspectRatio="none"
        {...drawing}
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
        <path d={value} {...STROKE} />
      </Box>
      {error && (
        <Typography variant="body2" color="error" role="alert" sx={{ mt: 0.5 }}>
          {error}
        </Typography>
      )}
    </Box>
  );
};
