import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { Shop } from "../types.ts";

/** What the business asks those who book online to sign: each opens its own page. */
const ToSign = ({ shop, agreements }: { shop: Shop; agreements: readonly { title: string; url: string }[] }) => (
  <Box component="section" aria-label="To sign" sx={{ width: "100%", display: "grid", gap: 1, textAlign: "left" }}>
    <Typography>Before you come, {shop.businessName} asks you to read and sign:</Typography>
    {agreements.map(({ title, url }) => (
      <Button key={url} href={url} variant="contained" color="primary" sx={{ minHeight: 44 }}>
        {title}
      </Button>
    ))}
  </Box>
);

export default ToSign;
