import { useSearchParams } from "react-router";
import { later } from "../../ui/page/later.tsx";

const Checkout = later(async () => (await import("../../features/order/Checkout.tsx")).default);

/** The bill over whatever page is open, `?checkout={appointmentId}` or `?bill={orderId}`, so that a reload and the back key work as people expect. */
export const CheckoutHost = () => {
  const [query] = useSearchParams();
  const name = query.has("bill") ? "bill" : "checkout";
  const id = query.get(name) ?? "";
  return /^\d{1,18}$/.test(id) ? <Checkout key={name + id} by={name} id={id} /> : null;
};
