import { useMutation } from "@connectrpc/connect-query";
import { type Dispute, type DisputeFile, DisputeService } from "@leashline/proto/leashline/payment/v1/dispute_service_pb.js";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Icon } from "../../../ui/icons.tsx";
import { AttachFile } from "./AttachFile.tsx";
import { kindText, MOST, sizeText } from "./file-words.ts";

type Props = { dispute: Dispute; editable?: boolean };

/** What goes to the bank with the answer, or went with it. */
export const DisputeFiles = ({ dispute, editable = false }: Props) => {
  const { id: disputeId, files } = dispute;
  const remove = useMutation(DisputeService.method.removeDisputeFile, { meta: { success: "File removed" } });
  const used = files.reduce((sum, { size }) => sum + size, 0);
  return (
    <Box component="section" aria-label="Files for the bank" sx={{ display: "grid", gap: 1 }}>
      <Typography variant="h3">Files for the bank</Typography>
      {editable && (
        <Typography variant="body2" color="textSecondary">
          PDF, JPEG or PNG, one of each kind, {sizeText(MOST)} together.{used > 0 && ` ${sizeText(used)} used.`} Files are kept here until
          you send your answer.
        </Typography>
      )}
      {files.length > 0 && (
        <Box component="ul" aria-label="Attached files" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 0.5 }}>
          {files.map((file) => (
            <Line
              key={file.kind}
              file={file}
              {...(editable && { onRemove: () => remove.mutate({ disputeId, kind: file.kind }), busy: remove.isPending })}
            />
          ))}
        </Box>
      )}
      {editable && <AttachFile dispute={dispute} />}
    </Box>
  );
};

type LineProps = { file: DisputeFile; onRemove?: () => void; busy?: boolean };

const Line = ({ file, onRemove, busy = false }: LineProps) => (
  <Box component="li" sx={{ display: "flex", alignItems: "center", gap: 1, minWidth: 0 }}>
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Typography variant="subtitle2">{kindText(file.kind)}</Typography>
      <Typography variant="body2" color="textSecondary" noWrap>
        <Link href={file.path} target="_blank" rel="noreferrer">
          {file.fileName}
        </Link>
        , {sizeText(file.size)}
      </Typography>
    </Box>
    {onRemove && (
      <IconButton aria-label={`Remove ${kindText(file.kind)}`} disabled={busy} onClick={onRemove}>
        <Icon name="close" />
      </IconButton>
    )}
  </Box>
);
