import { useQuery } from "@connectrpc/connect-query";
import { CashAdjustmentKind, CashDrawerService } from "@leashline/proto/leashline/payment/v1/cash_drawer_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { useStaffNames } from "../shared/useNames.ts";
import { Adjustments } from "./Adjustments.tsx";
import { AdjustForm, OpenForm, ReconcileForm } from "./CashForms.tsx";
import { DrawerFigures } from "./DrawerFigures.tsx";

type Form = "open" | "in" | "out" | "reconcile";
const { PAY_IN, PAY_OUT } = CashAdjustmentKind;

/** /payment/cashDrawer: what is in the till now, and the way to put in, take out and count it. */
const CashDrawerPage = () => {
  const format = useFormat();
  const [form, setForm] = useState<Form>();
  const found = useQuery(CashDrawerService.method.getCashDrawer);
  const { open: drawer, last } = found.data ?? {};
  const staffName = useStaffNames(drawer && [drawer.openedBy]);
  const refresh = () => void found.refetch();
  const shown = { onClose: () => setForm(undefined), onSaved: refresh };
  const opener = drawer && staffName(drawer.openedBy);
  return (
    <PageFrame
      title="Cash drawer"
      windowTitle="Cash drawer"
      maxWidth={760}
      actions={<LinkButton to="/payment/cashDrawer/history">History</LinkButton>}
    >
      {found.error && !found.data && <ErrorState error={found.error} onRetry={refresh} />}
      {!found.data && !found.error && <FormSkeleton />}
      {found.data && !drawer && (
        <EmptyState
          icon="payment"
          title="The cash drawer is closed"
          text="Open it with the cash you count into it. From then on cash that clients pay, and cash refunds, are counted automatically."
        >
          <Button variant="contained" color="primary" onClick={() => setForm("open")}>
            Open the cash drawer
          </Button>
        </EmptyState>
      )}
      {drawer && (
        <Box sx={{ display: "grid", gap: 2 }}>
          <Section title={`In the drawer: ${format.money(drawer.expectedAmount)}`}>
            <Typography color="textSecondary" sx={{ mb: 1 }}>
              Opened {format.instant(drawer.openTime)}
              {opener && ` by ${opener}`}. {drawer.openingNote}
            </Typography>
            <DrawerFigures drawer={drawer} />
            <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1.5 }}>
              <Button variant="outlined" onClick={() => setForm("in")}>
                Add cash
              </Button>
              <Button variant="outlined" onClick={() => setForm("out")}>
                Remove cash
              </Button>
              <Button variant="contained" color="primary" onClick={() => setForm("reconcile")} sx={{ ml: "auto" }}>
                Reconcile
              </Button>
            </Box>
          </Section>
          <Section title="Cash added and removed">
            <Adjustments drawerId={drawer.drawerId} onUndone={refresh} />
          </Section>
        </Box>
      )}
      {form === "open" && <OpenForm last={last} {...shown} />}
      {drawer && form === "in" && <AdjustForm drawer={drawer} kind={PAY_IN} {...shown} />}
      {drawer && form === "out" && <AdjustForm drawer={drawer} kind={PAY_OUT} {...shown} />}
      {drawer && form === "reconcile" && <ReconcileForm drawer={drawer} {...shown} />}
    </PageFrame>
  );
};

export default CashDrawerPage;
