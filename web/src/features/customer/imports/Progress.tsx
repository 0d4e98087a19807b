import type { Import } from "@leashline/proto/leashline/customer/v1/import_pb.js";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { percent } from "./import-state.ts";

/** How far a pass over the file is. */
export const Progress = ({ open, label }: { open: Import; label: string }) => {
  const format = useFormat();
  const share = percent(open.progress);
  return (
    <Card sx={{ p: 2.5 }}>
      <Box sx={{ display: "flex", mb: 1 }}>
        <Typography variant="subtitle2" sx={{ flex: 1 }}>
          {label}
        </Typography>
        <Typography color="textSecondary" aria-live="polite">
          {format.number(open.progress?.rowsRead ?? 0)} of {share === undefined ? "…" : format.number(open.progress?.rowsTotal ?? 0)} rows
        </Typography>
      </Box>
      <LinearProgress
        aria-label={label}
        variant={share === undefined ? "indeterminate" : "determinate"}
        value={share ?? 0}
        sx={{ height: 8, borderRadius: 4 }}
      />
    </Card>
  );
};

type Figure = { label: string; value: number; tone?: string };

export const Figures = ({ list }: { list: Figure[] }) => {
  const format = useFormat();
  return (
    <Box component="dl" sx={{ m: 0, display: "grid", gridTemplateColumns: { xs: "1fr 1fr", md: `repeat(${list.length}, 1fr)` }, gap: 1.5 }}>
      {list.map((figure) => (
        <Card key={figure.label} sx={{ p: 1.75, display: "flex", flexDirection: "column-reverse" }}>
          <Typography component="dt" color="textSecondary">
            {figure.label}
          </Typography>
          <Typography component="dd" variant="display" sx={{ m: 0, color: figure.value > 0 ? figure.tone : undefined }}>
            {format.number(figure.value)}
          </Typography>
        </Card>
      ))}
    </Box>
  );
};
