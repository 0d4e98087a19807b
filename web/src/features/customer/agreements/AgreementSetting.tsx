import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type Agreement, AgreementService } from "@leashline/proto/leashline/customer/v1/agreement_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { dayToIso, isDay } from "../../../ui/format/dates.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { useQueryChange } from "../../../ui/links/over.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { RowArrows } from "../../../ui/lists/RowArrows.tsx";
import { moved } from "../../../ui/lists/useRowDrag.ts";
import { later } from "../../../ui/page/later.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { forWhom, lastsFor, whenSigned } from "./agreement-words.ts";

const AgreementDrawer = later(async () => (await import("./AgreementDrawer.tsx")).AgreementDrawer);
const NEW = "new";

/** /agreement/setting: the texts that clients sign, in the order in which they see them. */
const AgreementSetting = () => {
  const format = useFormat();
  const canEdit = useCan("accessBusinessSettings");
  const { query, open, close } = useQueryChange();
  const list = useQuery(AgreementService.method.listAgreements, { pageSize: 200 });
  const rows = list.data?.agreements;
  const at = query.get("agreement") ?? "";
  const opened = rows?.find((one) => one.id === at);
  const sort = useMutation(AgreementService.method.sortAgreements, { onSuccess: () => void list.refetch() });
  const move = (from: number, to: number) =>
    sort.mutate({
      ids: moved(
        (rows ?? []).map(({ id }) => id),
        from,
        to,
      ),
    });
  const lastsOf = ({ expireMonths, expireDate }: Agreement) =>
    lastsFor(expireMonths, isDay(expireDate) ? format.day(dayToIso(expireDate)) : "");
  const columns: Column<Agreement>[] = [
    { key: "title", header: "Title", cell: (one) => <Typography variant="subtitle2">{one.agreementHeader}</Typography> },
    { key: "when", header: "Signed", cell: (one) => whenSigned(one.agreementRequiredType), nowrap: true },
    { key: "lasts", header: "Valid", cell: lastsOf, nowrap: true },
    { key: "for", header: "For", cell: (one) => forWhom(one.careTypes), wide: true },
    { key: "text", header: "Text", cell: (one) => `Version ${one.versionNumber} · ${format.ago(one.updateTime)}`, nowrap: true },
  ];
  if (canEdit && rows && rows.length > 1)
    columns.push({
      key: "order",
      header: "",
      align: "right",
      cell: (one) => (
        <RowArrows name={one.agreementHeader} at={rows.indexOf(one)} count={rows.length} disabled={sort.isPending} onMove={move} />
      ),
    });
  return (
    <SettingsFrame
      title="Agreements"
      actions={
        canEdit && (
          <Button
            variant="contained"
            color="primary"
            startIcon={<Icon name="plus" />}
            onClick={() => open({ agreement: NEW })}
            {...AgreementDrawer.warmers}
          >
            Add agreement
          </Button>
        )
      }
    >
      <Alert severity="info" variant="outlined" sx={{ mb: 2 }}>
        Every version of a text is kept. Clients sign by a link on their phone, or on your tablet or on paper, from their page: Clients, a
        client, Agreements.
      </Alert>
      <DataList
        label="Agreements"
        rows={rows}
        rowKey={(one) => one.id}
        columns={columns}
        {...(canEdit && { onMove: move })}
        card={(one) => (
          <Box>
            <Typography variant="subtitle1">{one.agreementHeader}</Typography>
            <Typography color="textSecondary">
              {whenSigned(one.agreementRequiredType)} · {forWhom(one.careTypes)} · Valid: {lastsOf(one)}
            </Typography>
          </Box>
        )}
        drawer
        href={(one) => pathTo("/agreement/setting", {}, { agreement: one.id })}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState
            icon="note"
            title="No agreements yet"
            text="A text your clients sign: a boarding contract, a release, your cancellation rules. Write it here; clients are asked to sign it when they book."
          >
            {canEdit && (
              <Button variant="outlined" onClick={() => open({ agreement: NEW })}>
                Write your first agreement
              </Button>
            )}
          </EmptyState>
        }
      />
      {(at === NEW || opened) && (
        <AgreementDrawer
          key={opened?.id ?? NEW}
          {...(opened && { agreement: opened })}
          placeholders={list.data?.placeholders ?? []}
          readOnly={!canEdit}
          onClose={() => close("agreement")}
          onSaved={() => void list.refetch()}
        />
      )}
    </SettingsFrame>
  );
};

export default AgreementSetting;
