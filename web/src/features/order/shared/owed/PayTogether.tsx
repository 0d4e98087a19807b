import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import Button from "@mui/material/Button";
import { useLocations } from "../../../../app/session/session.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { payWords, type Together } from "./together.ts";

type Props = { groups: readonly Together<Order>[]; onPay: (orders: Order[]) => void; warmers: object };

/** Money is taken at one location at a time: a button for each that has several orders, for those that are ticked. */
export const PayTogether = ({ groups, onPay, warmers }: Props) => {
  const format = useFormat();
  const locations = useLocations();
  const named = (id: string) => locations.find((one) => one.id === id)?.name ?? "another location";
  return groups.map((group) => {
    const { able, words } = payWords(group, groups.length > 1 ? named(group.businessId) : "", format.money);
    return (
      <Button
        key={group.businessId}
        variant="outlined"
        disabled={!able}
        onClick={() => onPay(group.ticked)}
        sx={{ mb: 1.5, mr: 1, "&.Mui-disabled": { color: "text.secondary" } }}
        {...warmers}
      >
        {words}
      </Button>
    );
  });
};
