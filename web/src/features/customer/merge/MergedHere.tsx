import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useQuery } from "@connectrpc/connect-query";
import { type ClientMerge, MergeService } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useCan } from "../../../app/session/session.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { useMergeActs } from "./useMergeActs.ts";

/** Records that were merged into a client, with a way back while there is one; nothing where there are none. */
export const MergedHere = ({ customerId }: { customerId: string }) => {
  const { data } = useQuery(MergeService.method.listMerges, { customerId, pageSize: 50 }, { meta: { quiet: true } });
  if (!data?.merges.length) return null;
  return (
    <Section title="Merged records">
      <Box sx={{ display: "grid", gap: 1 }}>
        {data.merges.map((merge) => (
          <Line key={merge.mergeId} merge={merge} />
        ))}
      </Box>
    </Section>
  );
};

const Line = ({ merge }: { merge: ClientMerge }) => {
  const format = useFormat();
  const canUndo = useCan("deleteClient");
  const { undo } = useMergeActs();
  const open = merge.undoUntil !== undefined && timestampDate(merge.undoUntil) > new Date();
  const take = async () => {
    const sure = await confirm({
      title: `Undo merging ${merge.loserName}?`,
      body: "Everything that came with that record goes back to it. What was added since stays here.",
      action: "Undo merge",
    });
    if (sure) undo.mutate({ mergeId: merge.mergeId });
  };
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: "anywhere" }}>
        <Typography>{merge.loserName || "No name"}</Typography>
        <Typography variant="body2" color="textSecondary">
          {merge.undoneTime
            ? `Undone ${format.instant(merge.undoneTime)}`
            : [merge.staffName, format.instant(merge.mergeTime), open && `can be undone until ${format.instant(merge.undoUntil)}`]
                .filter(Boolean)
                .join(" · ")}
        </Typography>
      </Box>
      {open && canUndo && !merge.undoneTime && (
        <Button size="small" loading={undo.isPending} onClick={() => void take()}>
          Undo merge
        </Button>
      )}
    </Box>
  );
};
