import { ChargeApplyType, SurchargeType } from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { useActiveCharges } from "../../offering/shared/useActiveCharges.ts";
import type { useOrderEdits } from "./useCheckout.ts";

type Props = { order: Order; edits: ReturnType<typeof useOrderEdits>; onDone: () => void };

/** The charges of the company, each one press away; what is due by its time the bill itself suggests. */
export const CatalogueCharges = ({ order, edits, onDone }: Props) => {
  const format = useFormat();
  const pets = new Set(order.items.map((line) => line.petId).filter((id) => id !== "0")).size;
  const list = useActiveCharges() ?? [];
  const there = new Set(order.items.map((line) => line.serviceChargeId));
  const offered = list
    .filter(({ surchargeType, serviceChargeId }) => surchargeType === SurchargeType.UNSPECIFIED && !there.has(serviceChargeId))
    .map((charge) => ({ charge, quantity: charge.applyType === ChargeApplyType.PER_PET ? Math.max(1, pets) : 1 }));
  if (offered.length === 0) return null;
  const add = async ({ charge: { serviceChargeId, name, price: unitPrice, taxId }, quantity }: (typeof offered)[number]) => {
    if (!unitPrice) return;
    await edits.charge.mutateAsync({ orderId: order.id, version: order.version, serviceChargeId, name, unitPrice, quantity, taxId });
    onDone();
  };
  return (
    <Box role="group" aria-label="Service charges" sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1 }}>
      {offered.map((one) => (
        <Button
          key={one.charge.serviceChargeId}
          variant="outlined"
          size="small"
          disabled={edits.charge.isPending}
          onClick={() => void add(one)}
        >
          {one.charge.name} {format.money(one.charge.price, { short: true })}
          {one.quantity > 1 && ` × ${one.quantity}`}
        </Button>
      ))}
    </Box>
  );
};
