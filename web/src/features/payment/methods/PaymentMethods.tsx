import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type PaymentMethod, PaymentMethodService } from "@leashline/proto/leashline/payment/v1/payment_method_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useCan } from "../../../app/session/session.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { moved } from "../../../ui/lists/useRowDrag.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { NameForm } from "../../settings/NameForm.tsx";
import { MethodRow } from "./MethodRow.tsx";

/** The ways clients pay, in the order of the checkout. Card, cash and check are always there; a business adds its own. */
export const PaymentMethods = () => {
  const canEdit = useCan("paymentSettings");
  const found = useQuery(PaymentMethodService.method.listPaymentMethods);
  const changed = { onSuccess: () => void found.refetch() };
  const create = useMutation(PaymentMethodService.method.createPaymentMethod, changed);
  const rename = useMutation(PaymentMethodService.method.updatePaymentMethod, changed);
  const status = useMutation(PaymentMethodService.method.setPaymentMethodStatus, changed);
  const sort = useMutation(PaymentMethodService.method.sortPaymentMethods, changed);
  const remove = useMutation(PaymentMethodService.method.deletePaymentMethod, { ...changed, meta: { success: "Deleted" } });
  const methods = found.data?.paymentMethods;
  const ids = methods?.map(({ id }) => id) ?? [];
  const busy = sort.isPending || status.isPending;
  const drop = async (method: PaymentMethod) => {
    const sure = await confirm({
      title: `Delete ${method.name}?`,
      body: "Payments made with it keep its name.",
      action: `Delete ${method.name}`,
      danger: true,
    });
    if (sure) remove.mutate({ id: method.id });
  };
  return (
    <Section title="Ways to pay">
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        The checkout offers what is switched on, in this order.
      </Typography>
      {found.error && !methods && <ErrorState compact error={found.error} onRetry={() => void found.refetch()} />}
      {!methods && !found.error && <RowsSkeleton rows={3} height={44} />}
      <Box component="ul" aria-label="Ways to pay" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {methods?.map((method, at) => (
          <MethodRow
            key={method.id}
            method={method}
            canEdit={canEdit}
            busy={busy}
            place={{ at, count: methods.length, onMove: (from, to) => sort.mutate({ idList: moved(ids, from, to) }) }}
            onSwitch={(on) => status.mutate({ id: method.id, inactive: !on })}
            onRename={(name) => rename.mutateAsync({ id: method.id, method: name })}
            onDelete={() => void drop(method)}
          />
        ))}
      </Box>
      {canEdit && methods && (
        <Box sx={{ mt: 1 }}>
          <NameForm start="" button="Add" maxLength={60} label="New way to pay" onSave={(method) => create.mutateAsync({ method })} />
        </Box>
      )}
    </Section>
  );
};
