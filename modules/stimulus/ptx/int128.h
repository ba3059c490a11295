// Integers of 128 bits, for products of 64-bit factors. ISO C++ has none; both compilers the build knows have them.
#pragma once

namespace heddle::ptx {

__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

}  // namespace heddle::ptx
