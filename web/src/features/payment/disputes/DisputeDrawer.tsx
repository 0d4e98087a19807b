import { type Dispute, DisputeStatus } from "@leashline/proto/leashline/payment/v1/dispute_service_pb.js";
import Box from "@mui/material/Box";
import { useCan } from "../../../app/session/session.ts";
import { SideDrawer } from "../../../ui/page/SideDrawer.tsx";
import { DisputeAnswer } from "./DisputeAnswer.tsx";
import { DisputeFacts } from "./DisputeFacts.tsx";
import { DisputeFiles } from "./DisputeFiles.tsx";

type Props = { dispute: Dispute; onClose: () => void };

export const DisputeDrawer = ({ dispute, onClose }: Props) => {
  const may = useCan("paymentSettings");
  const { status, respondTime } = dispute;
  if (may && status === DisputeStatus.OPEN && !respondTime) return <DisputeAnswer dispute={dispute} onClose={onClose} />;
  return (
    <SideDrawer open addressed title="Dispute" onClose={onClose}>
      <Box sx={{ p: 2.25, display: "grid", gap: 2 }}>
        <DisputeFacts dispute={dispute} />
        {dispute.files.length > 0 && <DisputeFiles dispute={dispute} />}
      </Box>
    </SideDrawer>
  );
};
