import { useParams } from "react-router";
import NotInThisVersion from "../../../app/NotInThisVersion.tsx";
import { ApiKeys } from "./ApiKeys.tsx";
import { Deliveries } from "./Deliveries.tsx";
import { Webhooks } from "./Webhooks.tsx";

/** /setting/integration/{panel?}/{subPanel?} */
const Integrations = () => {
  const { panel, subPanel } = useParams();
  if (panel === undefined || panel === "apiKeys") return <ApiKeys />;
  if (panel !== "webhooks") return <NotInThisVersion />;
  return subPanel ? <Deliveries endpointId={subPanel} /> : <Webhooks />;
};

export default Integrations;
