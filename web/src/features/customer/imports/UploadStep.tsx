import { useQuery } from "@connectrpc/connect-query";
import { ImportStatus } from "@leashline/proto/leashline/customer/v1/import_pb.js";
import { ImportService } from "@leashline/proto/leashline/customer/v1/import_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type DragEvent, useRef, useState } from "react";
import { pathTo } from "../../../app/routes/paths.ts";
import type { Way } from "../../../app/upload/pieces.ts";
import { UploadProgress } from "../../../app/upload/UploadProgress.tsx";
import { useUpload } from "../../../app/upload/useUpload.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { TextLink } from "../../../ui/links/Link.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import { STATUS_WORDS } from "./import-state.ts";
import { sampleCsv } from "./sample.ts";
import { sendImport } from "./upload.ts";

/** Pick or drop a file; it is sent in pieces. Below it, the imports so far. */
export const UploadStep = ({ asLeads, onReady }: { asLeads: boolean; onReady: (importId: string) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  const { start, cancel, share, problem, setProblem } = useUpload((file: File, way: Way) => sendImport(file, way, asLeads), onReady);
  const [over, setOver] = useState(false);

  const send = (file: File | undefined) => {
    if (!file || share !== undefined) return;
    if (file.size === 0) setProblem("This file is empty.");
    else void start(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    send(event.dataTransfer.files[0]);
  };

  return (
    <Box sx={{ display: "grid", gap: 2.5 }}>
      {problem && <Alert severity="error">{problem}</Alert>}
      <Box
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        sx={{
          border: "1.5px dashed",
          borderColor: over ? "primary.main" : "edge",
          bgcolor: over ? "tone.accent.soft" : "background.paper",
          borderRadius: "14px",
          px: 3,
          py: 6,
          display: "grid",
          justifyItems: "center",
          textAlign: "center",
          gap: 1,
        }}
      >
        <Icon name="upload" sx={{ width: 30, height: 30, color: "primary.main" }} />
        <Typography variant="h2">Drop a CSV file here</Typography>
        <Typography color="textSecondary" sx={{ maxWidth: 460 }}>
          One row per pet or {asLeads ? "person; new people become leads" : "client"}. Next you match the columns. Nothing is saved until
          you have reviewed it.
        </Typography>
        {share === undefined ? (
          <Button variant="contained" color="primary" sx={{ mt: 1 }} onClick={() => input.current?.click()}>
            Choose a file
          </Button>
        ) : (
          <Box sx={{ width: 300, maxWidth: 1, mt: 1.5 }}>
            <UploadProgress share={share} onCancel={cancel} />
          </Box>
        )}
        <Button onClick={() => saveFile("clients-sample.csv", "text/csv;charset=utf-8", sampleCsv())}>Download a sample file</Button>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          aria-label="CSV file"
          hidden
          onChange={(event) => {
            send(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
      </Box>
      <Earlier />
    </Box>
  );
};

const Earlier = () => {
  const format = useFormat();
  const imports = useQuery(ImportService.method.listImports, { pageSize: 10 }).data?.imports ?? [];
  if (imports.length === 0) return null;
  return (
    <Section title="Earlier imports">
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {imports.map((one) => (
          <Box
            component="li"
            key={one.importId}
            sx={{
              display: "flex",
              alignItems: "center",
              gap: 1.5,
              py: 1,
              borderTop: 1,
              borderColor: "lineSoft",
              "&:first-of-type": { borderTop: 0 },
            }}
          >
            <TextLink to={pathTo("/client", {}, { import: "1", importId: one.importId })} sx={{ flex: 1, minWidth: 0 }} noWrap>
              {one.fileName}
            </TextLink>
            <Typography variant="body2" color="textSecondary" noWrap>
              {[one.createdBy, format.ago(one.createTime)].filter(Boolean).join(" · ")}
            </Typography>
            <StatusChip tone={one.status === ImportStatus.DONE ? "ok" : one.status === ImportStatus.FAILED ? "bad" : "plain"}>
              {STATUS_WORDS[one.status]}
            </StatusChip>
          </Box>
        ))}
      </Box>
    </Section>
  );
};
