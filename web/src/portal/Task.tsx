import type { PortalTask } from "@leashline/proto/leashline/online_booking/v1/portal_file_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { row } from "./file.ts";

/** Something that is done on a page of its own. */
export const Task = ({ task: { title, url }, action }: { task: PortalTask; action: string }) => (
  <Box sx={{ ...row, display: "flex", alignItems: "center", gap: 1 }}>
    <Typography variant="subtitle1" sx={{ flex: 1, minWidth: 0 }}>
      {title}
    </Typography>
    <Button href={url} variant="outlined" aria-label={`${action} ${title}`} sx={{ minHeight: 44 }}>
      {action}
    </Button>
  </Box>
);
