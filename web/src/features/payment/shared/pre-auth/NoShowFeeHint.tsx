import { PreAuthHint } from "@leashline/proto/leashline/payment/v1/pre_auth_hint_service_pb.js";
import { PreAuthHints } from "./PreAuthHints.tsx";

/** How a no-show fee can be paid. */
export const NoShowFeeHint = () => <PreAuthHints about={[PreAuthHint.CHARGE_NO_SHOW_FEE, PreAuthHint.NON_PROVIDER_CHARGE_NO_SHOW_FEE]} />;
