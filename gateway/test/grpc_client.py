# A call as Debian's python3-grpcio makes it: address, path, seconds to wait, and the token of whoever calls. Prints the status and its text.
import sys
import grpc

address, path, seconds, token = sys.argv[1:5]
with grpc.insecure_channel(address) as channel:
    call = channel.unary_unary(path, request_serializer=bytes, response_deserializer=bytes)
    try:
        call(b"", timeout=float(seconds), metadata=(("authorization", "Bearer " + token),) if token else ())
        print("OK|")
    except grpc.RpcError as error:
        print(f"{error.code().name}|{error.details()}")
