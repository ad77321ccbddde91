extends Area2D
## Stairs that lead out of the level. The metadata `to` says where.


func _ready() -> void:
	body_entered.connect(func(_player: Node2D) -> void: owner.left.emit(self))
