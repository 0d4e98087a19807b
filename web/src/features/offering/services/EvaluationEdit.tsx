import { useParams } from "react-router";
import { ServicePage } from "./ServiceEdit.tsx";

/** The number of the care type EVALUATION, the same in every company. */
const EVALUATION = "4";

/** /createOrEditEvaluation/{id?}: an evaluation, which is a service that pets pass or fail. */
const EvaluationEdit = () => {
  const { id = "" } = useParams();
  return <ServicePage careTypeId={EVALUATION} id={id} />;
};

export default EvaluationEdit;
