import { useQuery } from "@connectrpc/connect-query";
import { type CashDrawer, CashDrawerService } from "@leashline/proto/leashline/payment/v1/cash_drawer_service_pb.js";
import Box from "@mui/material/Box";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { clientFor } from "../../../app/calls/transport.ts";
import NotInThisVersion from "../../../app/routes/NotInThisVersion.tsx";
import { pathTo } from "../../../app/routes/paths.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { toMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Link } from "../../../ui/links/Link.tsx";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { Money } from "../../../ui/Money.tsx";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { SideDrawer } from "../../../ui/page/SideDrawer.tsx";
import { ExportDays } from "../shared/ExportDays.tsx";
import { useStaffNames } from "../shared/useNames.ts";
import { Adjustments } from "./Adjustments.tsx";
import { DrawerFigures } from "./DrawerFigures.tsx";

const SIZE = 20;
const drawers = clientFor(CashDrawerService);

const Difference = ({ drawer }: { drawer: CashDrawer }) => (
  <Money value={drawer.difference} sign sx={{ fontWeight: 600, ...(toMinor(drawer.difference) !== 0n && { color: "warning.main" }) }} />
);

/** Every drawer that was counted, with what was missing or too much. */
const Reconciled = () => {
  const format = useFormat();
  const [at, setAt] = useState(1);
  const [open, setOpen] = useState<CashDrawer>();
  const list = useQuery(CashDrawerService.method.listCashDrawers, { pageSize: SIZE, pageNum: at }, { placeholderData: keepPreviousData });
  const staffName = useStaffNames(list.data?.drawers.map(({ reconciledBy }) => reconciledBy));
  const columns: Column<CashDrawer>[] = [
    { key: "opened", header: "Opened", nowrap: true, cell: (one) => format.instant(one.openTime) },
    { key: "counted", header: "Counted", nowrap: true, cell: (one) => format.instant(one.reconcileTime) },
    { key: "who", header: "By", wide: true, cell: (one) => staffName(one.reconciledBy) || "–" },
    { key: "expected", header: "Expected", align: "right", cell: (one) => <Money value={one.expectedAmount} /> },
    { key: "found", header: "In it", align: "right", cell: (one) => <Money value={one.countedAmount} /> },
    { key: "difference", header: "Difference", align: "right", cell: (one) => <Difference drawer={one} /> },
  ];
  return (
    <>
      <ExportDays read={(days) => drawers.exportCashDrawers(days)} />
      <DataList
        label="Reconciled drawers"
        rows={list.data?.drawers}
        rowKey={(one) => one.drawerId}
        columns={columns}
        card={(one) => (
          <Box sx={{ display: "grid", gridTemplateColumns: "1fr auto", rowGap: 0.5 }}>
            <Typography variant="subtitle2">{format.instant(one.reconcileTime)}</Typography>
            <Money value={one.countedAmount} sx={{ fontWeight: 600 }} />
            <Typography variant="body2" color="textSecondary">
              Expected {format.money(one.expectedAmount)}
            </Typography>
            <Difference drawer={one} />
          </Box>
        )}
        onOpen={setOpen}
        error={list.error}
        onRetry={() => void list.refetch()}
        busy={list.isPlaceholderData}
        page={{ at, size: SIZE, total: list.data?.total ?? 0, onChange: setAt }}
        empty={<EmptyState icon="payment" title="No drawer was counted yet" text="Each reconciliation is kept here." />}
      />
      {open && (
        <SideDrawer open title={`Counted ${format.instant(open.reconcileTime)}`} onClose={() => setOpen(undefined)}>
          <Box sx={{ p: 2.25, display: "grid", gap: 1.5 }}>
            <DrawerFigures drawer={open} />
            {open.reconcileNote && <Typography>{open.reconcileNote}</Typography>}
            <Adjustments drawerId={open.drawerId} />
          </Box>
        </SideDrawer>
      )}
    </>
  );
};

const panels = [
  { at: "reconcile", label: "Reconciliations", Show: Reconciled },
  { at: "adjustment", label: "Adjustments", Show: Adjustments },
] as const;

/** /payment/cashDrawer/history/{panel}: what was counted, and what was moved by hand. */
const CashDrawerHistory = () => {
  const { panel = "reconcile" } = useParams();
  const here = panels.find(({ at }) => at === panel);
  if (!here) return <NotInThisVersion />;
  return (
    <PageFrame title="Cash drawer history" windowTitle="Cash drawer history" back="/payment/cashDrawer" maxWidth={1080}>
      <Tabs value={here.at} aria-label="Cash drawer history" sx={{ mb: 2 }}>
        {panels.map(({ at, label }) => (
          <Tab key={at} value={at} label={label} component={Link} to={pathTo("/payment/cashDrawer/history/:panel", { panel: at })} />
        ))}
      </Tabs>
      <here.Show />
    </PageFrame>
  );
};

export default CashDrawerHistory;
