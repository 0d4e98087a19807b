import { useSearchParams } from "react-router";
import { later } from "../../ui/page/later.tsx";

const Checkout = later(async () => (await import("../../features/order/Checkout.tsx")).default);

/** The bill over whatever page is open: `?checkout={appointmentId}`, so that a reload and the back key work as people expect. */
export const CheckoutHost = () => {
  const [query] = useSearchParams();
  const id = query.get("checkout") ?? "";
  return /^\d{1,18}$/.test(id) ? <Checkout key={id} appointmentId={id} /> : null;
};
