import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { encode } from "uqr";
import { toast } from "../../../ui/feedback/toast.ts";
import { SideDrawer } from "../../../ui/page/SideDrawer.tsx";
import { saveFile } from "../../../ui/save-file.ts";

export const inFours = (secret: string): string => secret.replace(/(.{4})(?=.)/g, "$1 ");

const QUIET = 4;

/** The square picture that a camera reads: always dark on light, whatever the look of the page. */
export const SquareCode = ({ text }: { text: string }) => {
  const { size, data } = encode(text, { ecc: "M", border: QUIET });
  const path = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <Box
      component="svg"
      role="img"
      aria-label="Square code for the authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      sx={{ width: 200, height: 200, borderRadius: "8px", bgcolor: "common.white", color: "common.black", justifySelf: "center" }}
    >
      <path d={path} fill="currentColor" />
    </Box>
  );
};

export const RecoveryCodes = ({ codes, onClose }: { codes: string[]; onClose: () => void }) => {
  const text = codes.join("\n");
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    toast.success("Recovery codes copied");
  };
  return (
    <SideDrawer
      open
      title="Your recovery codes"
      onClose={onClose}
      footer={
        <Button variant="contained" color="primary" size="large" onClick={onClose} sx={{ ml: "auto" }}>
          I saved them
        </Button>
      }
    >
      <Box sx={{ display: "grid", gap: 2, p: 2.25 }}>
        <Alert severity="warning">Each code works once when you don't have your phone. They are not shown again.</Alert>
        <Box
          component="ul"
          aria-label="Recovery codes"
          sx={{
            listStyle: "none",
            m: 0,
            p: 1.5,
            display: "grid",
            gridTemplateColumns: "1fr 1fr",
            gap: 0.75,
            fontFamily: "monospace",
            fontSize: "1.05rem",
            border: 1,
            borderColor: "line",
            borderRadius: "10px",
          }}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Box>
        <Box sx={{ display: "flex", gap: 1 }}>
          <Button onClick={() => void copy()}>Copy</Button>
          <Button onClick={() => saveFile("leashline-recovery-codes.txt", "text/plain", `${text}\n`)}>Download</Button>
        </Box>
      </Box>
    </SideDrawer>
  );
};
