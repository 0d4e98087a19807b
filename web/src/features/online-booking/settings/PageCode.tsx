import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useState } from "react";
import { renderSVG } from "uqr";
import { saveFile } from "../../../ui/save-file.ts";

/** The page's address as a code for a counter, a card or a window, to look at and to print. */
const PageCode = ({ address, name }: { address: string; name: string }) => {
  const [svg] = useState(() => renderSVG(address, { border: 2 }));
  return (
    <Box sx={{ display: "flex", gap: 2, alignItems: "center" }}>
      <Box
        component="img"
        src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`}
        alt="QR code of your booking page"
        sx={{ width: 120, height: 120, bgcolor: "common.white", border: 1, borderColor: "line", borderRadius: 1 }}
      />
      <Button onClick={() => saveFile(`${name}-qr.svg`, "image/svg+xml", svg)}>Download the QR code</Button>
    </Box>
  );
};

export default PageCode;
