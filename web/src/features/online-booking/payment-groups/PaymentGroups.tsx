import { create } from "@bufbuild/protobuf";
import { useMutation, useQuery } from "@connectrpc/connect-query";
import {
  BookingPaymentType,
  DepositType,
  type PaymentGroup,
  PaymentGroupKind,
  PaymentGroupSchema,
  PaymentGroupService,
  PrepayType,
} from "@leashline/proto/leashline/online_booking/v1/payment_group_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { AutoRefund } from "./AutoRefund.tsx";
import { GroupDrawer } from "./GroupDrawer.tsx";
import { GROUPS, TYPES } from "./group-values.ts";

const kinds = [PaymentGroupKind.FILTERED, PaymentGroupKind.NEW, PaymentGroupKind.EXISTING];

const fresh = (kind: PaymentGroupKind): PaymentGroup =>
  create(PaymentGroupSchema, {
    kind,
    paymentType: BookingPaymentType.PREPAY,
    prepayType: PrepayType.DEPOSIT,
    depositType: DepositType.PERCENTAGE,
    depositPercentage: 50,
  });

/** /online_booking/new_settings/payment: what a card is asked for with a request, by whom it comes from. */
const PaymentGroups = () => {
  const { data, error, refetch } = useQuery(PaymentGroupService.method.getPaymentGroupSetting, {});
  const [open, setOpen] = useState<PaymentGroup>();
  const sort = useMutation(PaymentGroupService.method.sortPaymentGroups, { onSettled: () => void refetch() });
  const groups = data?.groups ?? [];
  const missing = kinds.filter((kind) => !groups.some((group) => group.kind === kind));
  const up = (at: number) => {
    const order = groups.map(({ kind }) => kind);
    sort.mutate({ kinds: order.toSpliced(at, 1).toSpliced(at - 1, 0, order[at] as PaymentGroupKind) });
  };
  if (error && !data)
    return (
      <SettingsFrame title="Payment with a request" back="/online_booking/settings" maxWidth={760}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </SettingsFrame>
    );
  return (
    <SettingsFrame title="Payment with a request" back="/online_booking/settings" maxWidth={760}>
      {data ? (
        <Box sx={{ display: "grid", gap: 2 }}>
          <Section title="Clients who must leave a card">
            <Box sx={{ display: "grid", gap: 1.5 }}>
              <Typography color="textSecondary">
                The first group that somebody belongs to decides. Whoever belongs to none is asked for nothing. Somebody counts as a client
                once they have confirmed a phone number or an email that is on your file. Whoever came to your file by a request online
                counts as new until their first visit.
              </Typography>
              <Box component="ol" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 1 }}>
                {groups.map((group, at) => (
                  <Row
                    key={group.kind}
                    group={group}
                    onOpen={() => setOpen(group)}
                    onUp={at > 0 ? () => up(at) : undefined}
                    busy={sort.isPending}
                  />
                ))}
              </Box>
              <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
                {missing.map((kind) => (
                  <Button key={kind} onClick={() => setOpen(fresh(kind))}>
                    Add: {GROUPS[kind]?.title}
                  </Button>
                ))}
              </Box>
            </Box>
          </Section>
          <AutoRefund />
        </Box>
      ) : (
        <FormSkeleton fields={3} />
      )}
      {open && <GroupDrawer key={open.kind} group={open} onClose={() => setOpen(undefined)} onSaved={() => void refetch()} />}
    </SettingsFrame>
  );
};

type RowProps = { group: PaymentGroup; busy: boolean; onOpen: () => void; onUp: (() => void) | undefined };

const Row = ({ group, busy, onOpen, onUp }: RowProps) => {
  const { money } = useFormat();
  const { title, text } = GROUPS[group.kind] ?? { title: "", text: "" };
  const isDeposit = group.prepayType === PrepayType.DEPOSIT;
  const share = group.depositType === DepositType.AMOUNT ? money(group.depositAmount) : `${group.depositPercentage}%`;
  const asked = TYPES.find(({ value }) => Number(value) === group.paymentType)?.label ?? "";
  return (
    <Box component="li" sx={{ p: 1.5, border: 1, borderColor: "line", borderRadius: 1.25, display: "flex", gap: 1, flexWrap: "wrap" }}>
      <Box sx={{ flex: 1, minWidth: 200 }}>
        <Typography variant="subtitle1">{title}</Typography>
        <Typography color="textSecondary">{text}</Typography>
        <Typography>
          {asked}
          {group.paymentType === BookingPaymentType.PREPAY && (isDeposit ? `: a deposit of ${share}` : ": the whole price")}
        </Typography>
      </Box>
      {onUp && (
        <Button onClick={onUp} disabled={busy} aria-label={`Move ${title} up`}>
          Move up
        </Button>
      )}
      <Button onClick={onOpen} aria-label={`Change ${title}`}>
        Change
      </Button>
    </Box>
  );
};

export default PaymentGroups;
