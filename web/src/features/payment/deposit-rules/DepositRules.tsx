import { useQuery } from "@connectrpc/connect-query";
import { type DepositRule, DepositRuleService } from "@leashline/proto/leashline/payment/v1/deposit_rule_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { parseMoney } from "../../../ui/format/money.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { Icon } from "../../../ui/icons.tsx";
import { useClose } from "../../../ui/links/over.ts";
import { useQueryState } from "../../../ui/links/useQueryState.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { Money } from "../../../ui/Money.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { DepositReturns } from "./DepositReturns.tsx";
import { DepositRuleDrawer } from "./DepositRuleDrawer.tsx";

const SIZE = 50;
const ALL = "rules";
const start = { page: "1" };
/** What a rule asks for: "$25.00", or "20% of the bill". */
const AsksFor = ({ rule: { type, value } }: { rule: DepositRule }) => {
  const { currencyCode } = usePreferences();
  return type === "amount" ? <Money value={parseMoney(value, currencyCode)} /> : `${value}% of the bill`;
};
const whom = ({ newClientsOnly }: DepositRule): string => (newClientsOnly ? "New clients" : "Everybody");
const columns: Column<DepositRule>[] = [
  { key: "name", header: "Name", cell: (one) => <Typography variant="subtitle2">{one.name}</Typography> },
  { key: "asks", header: "Asks for", cell: (one) => <AsksFor rule={one} /> },
  { key: "who", header: "From", cell: whom },
];

/** /setting/payment/deposit/{action}: the deposit rules of a company, each with its form in a drawer. */
const DepositRules = () => {
  const { action } = useParams();
  const id = action === ALL ? undefined : action;
  const leave = useClose();
  const canEdit = useCan("paymentSettings");
  const [adding, setAdding] = useState(false);
  const [{ page }, setState] = useQueryState(start);
  const at = Math.max(1, Number(page) || 1);
  const list = useQuery(DepositRuleService.method.listDepositRules, { pageSize: SIZE, pageNum: at }, { placeholderData: keepPreviousData });
  const opened = useQuery(DepositRuleService.method.getDepositRule, { depositRuleId: id ?? "0" }, { enabled: id !== undefined });
  const open = id ? opened.data?.depositRule : undefined;
  const close = () => {
    setAdding(false);
    if (id) leave(pathTo("/setting/payment/deposit/:action", { action: ALL }));
  };
  return (
    <SettingsFrame
      title="Deposit rules"
      actions={
        canEdit && (
          <Button variant="contained" color="primary" startIcon={<Icon name="plus" />} onClick={() => setAdding(true)}>
            Add deposit rule
          </Button>
        )
      }
    >
      <DataList
        label="Deposit rules"
        rows={list.data?.depositRules}
        rowKey={(one) => one.depositRuleId}
        columns={columns}
        card={(one) => (
          <>
            <Typography variant="subtitle1">{one.name}</Typography>
            <Typography color="textSecondary">
              <AsksFor rule={one} /> · {whom(one)}
            </Typography>
          </>
        )}
        drawer
        {...(canEdit && { href: (one: DepositRule) => pathTo("/setting/payment/deposit/:action", { action: one.depositRuleId }) })}
        error={list.error}
        onRetry={() => void list.refetch()}
        busy={list.isPlaceholderData}
        page={{ at, size: SIZE, total: list.data?.total ?? 0, onChange: (to) => setState({ page: String(to) }, { push: true }) }}
        empty={
          <EmptyState
            icon="list"
            title="No deposit rules yet"
            text="A rule has every new appointment ask for a deposit. The client pays it with the pay link, or you take it at the appointment."
          />
        }
      />
      <Box sx={{ mt: 3, maxWidth: 760 }}>
        <DepositReturns canEdit={canEdit} />
      </Box>
      {(adding || open) && (
        <DepositRuleDrawer
          key={open?.depositRuleId ?? "new"}
          {...(open && { depositRule: open })}
          onClose={close}
          onSaved={() => void list.refetch()}
        />
      )}
    </SettingsFrame>
  );
};

export default DepositRules;
