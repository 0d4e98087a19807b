import { useQuery } from "@connectrpc/connect-query";
import { AgreementService, type AgreementVersion } from "@leashline/proto/leashline/customer/v1/agreement_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { AgreementText } from "./AgreementText.tsx";
import { PrintDialog } from "./PrintDialog.tsx";

/** Every text it ever had. Each is kept as it was, with the hash that says so. */
export const AgreementVersions = ({ id }: { id: string }) => {
  const format = useFormat();
  const [shown, setShown] = useState<AgreementVersion>();
  const versions = useQuery(AgreementService.method.listAgreementVersions, { id, pageSize: 100 }).data?.versions ?? [];
  return (
    <Box component="section" aria-label="Versions">
      <Typography variant="h3" sx={{ mb: 0.5 }}>
        Versions
      </Typography>
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {versions.map((one) => (
          <Box component="li" key={one.number} sx={{ display: "flex", alignItems: "center", gap: 1 }}>
            <Typography sx={{ flex: 1 }}>
              {[`Version ${one.number}`, one.staffName, format.ago(one.createTime), one.flushed && "everyone signs again"]
                .filter(Boolean)
                .join(" · ")}
            </Typography>
            <Button variant="text" onClick={() => setShown(one)}>
              Show
            </Button>
          </Box>
        ))}
      </Box>
      {shown && (
        <PrintDialog label={`Version ${shown.number}`} onClose={() => setShown(undefined)}>
          <Typography variant="h1" sx={{ mb: 2 }}>
            {shown.agreementHeader}
          </Typography>
          <AgreementText html={shown.agreementContent} />
          <Typography variant="body2" color="textSecondary" sx={{ mt: 3, overflowWrap: "anywhere" }}>
            Version {shown.number} · SHA-256 {shown.contentHash}
          </Typography>
        </PrintDialog>
      )}
    </Box>
  );
};
