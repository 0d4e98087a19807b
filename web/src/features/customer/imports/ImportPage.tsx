import { useQuery } from "@connectrpc/connect-query";
import { ImportStatus } from "@leashline/proto/leashline/customer/v1/import_pb.js";
import { ImportService } from "@leashline/proto/leashline/customer/v1/import_service_pb.js";
import Box from "@mui/material/Box";
import Step from "@mui/material/Step";
import StepLabel from "@mui/material/StepLabel";
import Stepper from "@mui/material/Stepper";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { pathTo } from "../../../app/routes/paths.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { useGo } from "../../../ui/links/Link.tsx";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { useMobile } from "../../../ui/theme/useMobile.ts";
import { CheckStep } from "./CheckStep.tsx";
import { isWorking, STEPS, stepOf } from "./import-state.ts";
import { MapStep } from "./MapStep.tsx";
import { RunStep } from "./RunStep.tsx";
import { UploadStep } from "./UploadStep.tsx";

/** Notices tell of progress; asking now and then covers a broken connection. */
const POLL_MS = 1500;

/** Clients and pets from a file, in four steps. The import's own state says where it stands, so a reload or another person goes on from there. */
const ImportPage = ({ asLeads = false }: { asLeads?: boolean }) => {
  const [query] = useSearchParams();
  const go = useGo();
  const mobile = useMobile();
  const importId = query.get("importId") ?? "";
  const [remap, setRemap] = useState(false);
  const found = useQuery(
    ImportService.method.getImport,
    { importId },
    {
      enabled: importId !== "",
      refetchInterval: (last) => (last.state.data?.import && isWorking(last.state.data.import.status) ? POLL_MS : false),
    },
  );
  const open = importId === "" ? undefined : found.data?.import;
  const backToColumns = remap && open?.status === ImportStatus.CHECKED;
  const step = backToColumns ? 1 : stepOf(open?.status);
  const reload = () => {
    setRemap(false);
    void found.refetch();
  };

  return (
    <PageFrame
      title={asLeads ? "Import leads" : "Import clients and pets"}
      back={asLeads ? "/leads/management" : "/client"}
      maxWidth={1080}
    >
      <Stepper activeStep={step} alternativeLabel={mobile} sx={{ mb: 3 }}>
        {STEPS.map((label) => (
          <Step key={label}>
            <StepLabel>{label}</StepLabel>
          </Step>
        ))}
      </Stepper>
      {importId !== "" &&
        !open &&
        (found.error ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : <FormSkeleton />)}
      {(importId === "" || open?.status === ImportStatus.UPLOADING) && (
        <UploadStep
          asLeads={asLeads}
          onReady={(importId) => go(asLeads ? pathTo("/leads/import", {}, { importId }) : pathTo("/client", {}, { import: "1", importId }))}
        />
      )}
      {open && (
        <Box>
          {step === 1 && <MapStep key={open.importId} open={open} onNext={reload} />}
          {step === 2 && <CheckStep open={open} onBack={() => setRemap(true)} onNext={reload} />}
          {step === 3 && <RunStep open={open} onChange={reload} />}
        </Box>
      )}
    </PageFrame>
  );
};

export default ImportPage;
