import { useQuery } from "@connectrpc/connect-query";
import { TemplateService } from "@leashline/proto/leashline/message/v1/template_service_pb.js";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { LONG_STALE } from "../../../app/calls/query-client.ts";

export const Placeholders = ({ onInsert }: { onInsert: (name: string) => void }) => {
  const list = useQuery(TemplateService.method.listPlaceholders, {}, { staleTime: LONG_STALE }).data?.placeholders ?? [];
  if (list.length === 0) return null;
  return (
    <Box>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
        Filled in for each client. Press one to add it to the text you edited last.
      </Typography>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5 }}>
        {list.map((one) => (
          <Chip key={one.name} size="small" label={one.meaning} title={one.name} onClick={() => onInsert(one.name)} />
        ))}
      </Box>
    </Box>
  );
};
